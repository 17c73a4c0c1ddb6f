import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import { formatPercent } from './format-number.ts';
import classes from './threshold-handle.module.css';

interface Props {
  area: RefObject<HTMLDivElement | null>;
  threshold: number;
  /** Share of samples that it accepts. */
  coverage: number;
  /** Where the line stands, as a share of the picture's width. */
  place: number;
  /** The line was dragged there. */
  onPlace: (share: number) => void;
  /** A key was pressed; says whether it moved the line. */
  onKey: (key: string) => boolean;
}

/** The line of the threshold as a slider: dragged with the pointer, moved with the arrow keys. */
export function ThresholdHandle({ area, threshold, coverage, place, onPlace, onKey }: Props) {
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    const box = area.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0 || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onPlace((event.clientX - box.left) / box.width);
  };
  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (onKey(event.key)) event.preventDefault();
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className={classes.handle}
      aria-label="Threshold: share of answers that is accepted"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(coverage * 100)}
      aria-valuetext={`accepts ${formatPercent(coverage)}, from confidence ${threshold.toFixed(3)}`}
      style={{ left: `${place * 100}%` }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
      }}
      onPointerMove={drag}
      onKeyDown={press}
    >
      <span className={classes.grip} aria-hidden />
    </div>
  );
}
