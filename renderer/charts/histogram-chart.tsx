import type { Measure } from '../../workbench/statistics/measures.ts';
import type { Bucket } from './axis.ts';
import { ChartFrame } from './chart-frame.tsx';
import classes from './chart-parts.module.css';
import { type Axis, PLOT, Plot, placeX, placeY } from './plot.tsx';

interface Props {
  title: string;
  measure: Measure;
  sentence: string;
  buckets: readonly Bucket[];
  label: string;
  format: (value: number) => string;
  /** Values to point at, with their names, as in p95. */
  marks?: readonly { name: string; value: number }[];
}

/** How values are spread: counts by bucket. */
export function HistogramChart({ title, measure, sentence, buckets, label, format, marks = [] }: Props) {
  const most = buckets.reduce((largest, { count }) => Math.max(largest, count), 1);
  const x: Axis = { label, low: buckets[0]?.low ?? 0, high: buckets.at(-1)?.high ?? 1, format };
  const y: Axis = { label: 'samples', low: 0, high: most };
  const table =
    buckets.length === 0
      ? null
      : {
          head: [label, 'Samples'],
          rows: buckets.map(({ low, high, count }) => ({
            key: String(low),
            cells: [`${format(low)} to ${format(high)}`, String(count)],
          })),
        };
  return (
    <ChartFrame title={title} measure={measure} sentence={sentence} table={table}>
      <Plot x={x} y={y}>
        {buckets.map(({ low, high, count }) => (
          <rect
            key={low}
            x={placeX(x, low) + 1}
            width={Math.max(0, placeX(x, high) - placeX(x, low) - 2)}
            y={placeY(y, count)}
            height={placeY(y, 0) - placeY(y, count)}
            className={classes.bar}
          />
        ))}
        {marks.map(({ name, value }, at) => (
          <g key={name}>
            <line
              x1={placeX(x, value)}
              x2={placeX(x, value)}
              y1={PLOT.top}
              y2={placeY(y, 0)}
              className={classes.mark}
            />
            <text
              x={placeX(x, value) + (placeX(x, value) > PLOT.width - 60 ? -4 : 4)}
              y={PLOT.top + 9 + at * 12}
              className={classes.markName}
              data-end={placeX(x, value) > PLOT.width - 60 || undefined}
            >
              {name}
            </text>
          </g>
        ))}
      </Plot>
    </ChartFrame>
  );
}
