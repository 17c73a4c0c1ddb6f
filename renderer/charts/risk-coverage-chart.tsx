import { useRef } from 'react';
import type { RiskCoveragePoint } from '../../workbench/statistics/selective-prediction.ts';
import { ChartFrame } from './chart-frame.tsx';
import classes from './chart-parts.module.css';
import { coverageAt, thresholdAfter, thresholdAt } from './coverage-steps.ts';
import { formatPercent, formatShare } from './format-number.ts';
import { type Axis, PLOT, Plot, placeX, placeY } from './plot.tsx';
import { ThresholdHandle } from './threshold-handle.tsx';

export interface Curve {
  name: string;
  /** Coverage ascending. */
  points: readonly RiskCoveragePoint[];
}

interface Props {
  title: string;
  curves: readonly Curve[];
  sentence: string;
  /** Where answers are accepted from; null without a line to drag. */
  threshold?: { value: number; onChange: (value: number) => void } | undefined;
  /** Error rate that may not be passed. */
  targetRisk?: number | undefined;
}

/** Points of a table: more would be no help to a reader. */
const TABLE_ROWS = 25;

/** The share of samples that is accepted against the share of errors among them. The line is the threshold. */
export function RiskCoverageChart({ title, curves, sentence, threshold, targetRisk }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const [main] = curves;
  const points = main?.points ?? [];
  const worst = curves.reduce((most, curve) => Math.max(most, highestRisk(curve.points)), targetRisk ?? 0);
  const x: Axis = { label: 'share of samples that is accepted', low: 0, high: 1 };
  const y: Axis = { label: 'share of errors among them', low: 0, high: Math.min(1, Math.max(0.1, worst * 1.05)) };
  const lowest = curves.toSorted((one, other) => endOf(one) - endOf(other))[0];
  const coverage = threshold === undefined ? null : coverageAt(points, threshold.value);
  const table =
    points.length === 0
      ? null
      : {
          head: ['Accept from confidence', 'Accepted', 'Share accepted', 'Errors', 'Share of errors'],
          rows: thinned(points).map(({ threshold: from, accepted, coverage: share, errors, risk }) => ({
            key: String(from),
            cells: [formatShare(from), String(accepted), formatPercent(share), String(errors), formatPercent(risk)],
          })),
        };
  return (
    <ChartFrame title={title} measure="risk_coverage" sentence={sentence} table={table}>
      <div ref={area} className={classes.draggable}>
        <Plot x={x} y={y}>
          {targetRisk !== undefined && (
            <line
              x1={PLOT.left}
              x2={PLOT.width - PLOT.right}
              y1={placeY(y, targetRisk)}
              y2={placeY(y, targetRisk)}
              className={classes.target}
            />
          )}
          {curves.map((curve, at) => (
            <path
              key={curve.name}
              d={pathOf(curve.points, x, y)}
              className={classes.curve}
              data-second={at > 0 || undefined}
            />
          ))}
          {curves.length > 1 &&
            curves.map((curve) => <CurveName key={curve.name} curve={curve} under={curve === lowest} x={x} y={y} />)}
          {coverage !== null && (
            <>
              <line
                x1={placeX(x, coverage)}
                x2={placeX(x, coverage)}
                y1={PLOT.top}
                y2={placeY(y, 0)}
                className={classes.threshold}
              />
              {coverage > 0 && (
                <circle
                  cx={placeX(x, coverage)}
                  cy={placeY(y, Math.min(riskAt(points, coverage), y.high))}
                  r={5}
                  className={classes.handle}
                />
              )}
            </>
          )}
        </Plot>
        {threshold !== undefined && coverage !== null && (
          <ThresholdHandle
            area={area}
            threshold={threshold.value}
            coverage={coverage}
            place={placeX(x, coverage) / PLOT.width}
            onPlace={(share) => {
              const wanted = (share * PLOT.width - PLOT.left) / (PLOT.width - PLOT.left - PLOT.right);
              threshold.onChange(thresholdAt(points, wanted));
            }}
            onKey={(key) => {
              const next = thresholdAfter(key, points, threshold.value);
              if (next !== null) threshold.onChange(next);
              return next !== null;
            }}
          />
        )}
      </div>
    </ChartFrame>
  );
}

/** Of curves that end close to each other the lowest has its name below, so that the names do not meet. */
function CurveName({ curve, under, x, y }: { curve: Curve; under: boolean; x: Axis; y: Axis }) {
  const last = curve.points.at(-1);
  if (last === undefined) return null;
  return (
    <text
      x={placeX(x, last.coverage) - 4}
      y={placeY(y, last.risk) + (under ? 16 : -8)}
      className={classes.markName}
      data-end
    >
      {curve.name}
    </text>
  );
}

// A handful of the most confident samples may all be wrong; that must not flatten the rest of the curve.
const STEADY_FROM = 20;

function highestRisk(points: readonly RiskCoveragePoint[]): number {
  const steady = points.filter(({ accepted }) => accepted >= STEADY_FROM);
  return (steady.length === 0 ? points : steady).reduce((most, { risk }) => Math.max(most, risk), 0);
}

function pathOf(points: readonly RiskCoveragePoint[], x: Axis, y: Axis): string {
  return points
    .map(({ coverage, risk }, at) => {
      const place = `${placeX(x, coverage).toFixed(1)} ${placeY(y, Math.min(risk, y.high)).toFixed(1)}`;
      return at === 0 ? `M${place}` : `L${place}`;
    })
    .join('');
}

function endOf({ points }: Curve): number {
  return points.at(-1)?.risk ?? 0;
}

function riskAt(points: readonly RiskCoveragePoint[], coverage: number): number {
  return points.find((point) => point.coverage >= coverage)?.risk ?? 0;
}

function thinned(points: readonly RiskCoveragePoint[]): RiskCoveragePoint[] {
  if (points.length <= TABLE_ROWS) return [...points];
  const step = (points.length - 1) / (TABLE_ROWS - 1);
  return Array.from({ length: TABLE_ROWS }, (_, at) => points[Math.round(at * step)]).filter(
    (point) => point !== undefined,
  );
}
