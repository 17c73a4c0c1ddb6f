import type { NullBand, Reliability } from '../../workbench/statistics/calibration.ts';
import { ChartFrame } from './chart-frame.tsx';
import classes from './chart-parts.module.css';
import { formatInterval, formatNumber, formatShare } from './format-number.ts';
import { type Axis, Plot, placeX, placeY } from './plot.tsx';

/** Stated confidence against the share that was right, bin by bin, with each bin's interval and count. */
export function ReliabilityChart({
  reliability,
  band,
  n,
}: {
  reliability: Reliability;
  band: NullBand | null;
  n: number;
}) {
  const x: Axis = { label: 'stated confidence', low: 0, high: 1 };
  const y: Axis = { label: 'share right', low: 0, high: 1 };
  const { bins } = reliability;
  const table =
    bins.length === 0
      ? null
      : {
          head: ['Mean confidence', 'Samples', 'Share right', '95 % interval'],
          rows: bins.map(({ count, meanConfidence, outcome }, at) => ({
            key: String(at),
            cells: [
              formatShare(meanConfidence),
              formatAmount(count),
              count < FEW ? `${formatAmount(outcome.successes)} of ${formatAmount(count)}` : formatShare(outcome.rate),
              formatInterval(outcome),
            ],
          })),
        };
  return (
    <ChartFrame title="Reliability" measure="ece" sentence={describeReliability(reliability, band, n)} table={table}>
      <Plot x={x} y={y}>
        <line x1={placeX(x, 0)} y1={placeY(y, 0)} x2={placeX(x, 1)} y2={placeY(y, 1)} className={classes.diagonal} />
        {bins.map(({ count, meanConfidence, outcome }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bin is its place
          <g key={at}>
            <line
              x1={placeX(x, meanConfidence)}
              x2={placeX(x, meanConfidence)}
              y1={placeY(y, outcome.low)}
              y2={placeY(y, outcome.high)}
              className={classes.whisker}
            />
            <circle
              cx={placeX(x, meanConfidence)}
              cy={placeY(y, outcome.rate ?? 0)}
              r={4.5}
              className={classes.point}
            />
            <text
              x={placeX(x, meanConfidence) + (meanConfidence > 0.93 ? -8 : 8)}
              y={placeY(y, outcome.rate ?? 0) + 4}
              className={classes.count}
              data-end={meanConfidence > 0.93 || undefined}
            >
              {formatAmount(count)}
            </text>
          </g>
        ))}
      </Plot>
    </ChartFrame>
  );
}

/** Fewer cases than this have no rate. */
const FEW = 10;

/** What the diagram shows: the error against what chance alone would give. */
export function describeReliability({ ece, signedGap, bins }: Reliability, band: NullBand | null, n: number): string {
  if (ece === null) return 'No labelled sample is scored yet.';
  const start = `Confidence and accuracy lie ${formatNumber(ece, 3)} apart on average (ECE, ${bins.length} bins of equal size, ${n} samples).`;
  if (band === null) return `${start} What chance alone would give is being computed.`;
  const chance = `Perfectly calibrated predictions of this many samples would show ${formatNumber(band.low, 3)} to ${formatNumber(band.high, 3)} by chance:`;
  if (ece <= band.high) return `${start} ${chance} nothing is shown either way.`;
  const direction = (signedGap ?? 0) < 0 ? 'It is overconfident' : 'It is underconfident';
  return `${start} ${chance} this is more. ${direction} by ${formatNumber(Math.abs(signedGap ?? 0), 3)} overall.`;
}

/** A tie across the border of two bins counts in parts. */
function formatAmount(count: number): string {
  return Number.isInteger(count) ? String(count) : count.toFixed(1);
}
