import type { ReactNode } from 'react';
import { formatAxis, niceTicks } from './axis.ts';
import classes from './plot.module.css';

/** Drawing area in the units of the picture; it scales with the width that there is. */
export const PLOT = { width: 460, height: 260, left: 46, right: 12, top: 10, bottom: 38 } as const;

const innerWidth = PLOT.width - PLOT.left - PLOT.right;
const innerHeight = PLOT.height - PLOT.top - PLOT.bottom;

export interface Axis {
  label: string;
  low: number;
  high: number;
  /** How a tick reads; plain decimals unless told. */
  format?: (value: number) => string;
}

/** Value to horizontal place. */
export function placeX(axis: Axis, value: number): number {
  return PLOT.left + (axis.high === axis.low ? 0 : ((value - axis.low) / (axis.high - axis.low)) * innerWidth);
}

/** Value to vertical place; larger values are higher. */
export function placeY(axis: Axis, value: number): number {
  const share = axis.high === axis.low ? 0 : (value - axis.low) / (axis.high - axis.low);
  return PLOT.top + innerHeight - share * innerHeight;
}

/** Axes with their grid. What is drawn inside is decoration: sentence and table say the same. */
export function Plot({ x, y, children }: { x: Axis; y: Axis; children: ReactNode }) {
  const bottom = PLOT.top + innerHeight;
  return (
    <svg viewBox={`0 0 ${PLOT.width} ${PLOT.height}`} className={classes.plot} aria-hidden="true" focusable="false">
      {niceTicks(y.low, y.high, 5).map((tick) => (
        <g key={tick}>
          <line
            x1={PLOT.left}
            x2={PLOT.width - PLOT.right}
            y1={placeY(y, tick)}
            y2={placeY(y, tick)}
            className={classes.grid}
          />
          <text x={PLOT.left - 6} y={placeY(y, tick)} className={classes.tickY}>
            {(y.format ?? formatAxis)(tick)}
          </text>
        </g>
      ))}
      {niceTicks(x.low, x.high, 6).map((tick) => (
        <g key={tick}>
          <line x1={placeX(x, tick)} x2={placeX(x, tick)} y1={bottom} y2={bottom + 4} className={classes.axis} />
          <text x={placeX(x, tick)} y={bottom + 15} className={classes.tickX}>
            {(x.format ?? formatAxis)(tick)}
          </text>
        </g>
      ))}
      <line x1={PLOT.left} x2={PLOT.width - PLOT.right} y1={bottom} y2={bottom} className={classes.axis} />
      <text x={PLOT.left + innerWidth / 2} y={PLOT.height - 5} className={classes.label}>
        {x.label}
      </text>
      <text transform={`translate(11 ${PLOT.top + innerHeight / 2}) rotate(-90)`} className={classes.label}>
        {y.label}
      </text>
      {children}
    </svg>
  );
}
