import { MIN_SAMPLES_FOR_P99, type RunLatency } from '../../../workbench/statistics/latency.ts';
import { histogram } from '../../charts/axis.ts';
import { formatSeconds } from '../../charts/format-number.ts';
import { HistogramChart } from '../../charts/histogram-chart.tsx';
import { formatRate } from '../../runs/say-run.ts';

const BUCKETS = 20;

/** How long one sample takes. */
export function LatencyChart({ latency, seconds }: { latency: RunLatency; seconds: readonly number[] }) {
  const marks = [
    { name: 'p50', value: latency.p50 },
    { name: 'p95', value: latency.p95 },
    { name: 'p99', value: latency.p99 },
  ].flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]));
  return (
    <HistogramChart
      title="Latency"
      measure="latency"
      sentence={describeLatency(latency)}
      // The first call pays for cold caches and stands apart.
      buckets={histogram(seconds.slice(1), BUCKETS)}
      label="seconds of one sample"
      format={formatSeconds}
      marks={marks}
    />
  );
}

/** The percentiles in words, with what is held apart. */
export function describeLatency({
  n,
  p50,
  p95,
  p99,
  loadSeconds,
  firstSeconds,
  meanTokens,
  callsPerSecond,
}: RunLatency): string {
  if (firstSeconds === null) return 'No sample is scored yet.';
  const first = `The first call took ${formatSeconds(firstSeconds)}`;
  const load = loadSeconds === null ? '.' : ` and loading ${formatSeconds(loadSeconds)}; both stand apart.`;
  if (p50 === null || p95 === null) return `${first}${load} More samples are needed for percentiles.`;
  const tail =
    p99 === null
      ? `, p99 only from ${MIN_SAMPLES_FOR_P99} samples on (there are ${n})`
      : `, 99 % within ${formatSeconds(p99)}`;
  const rate = callsPerSecond === null ? '' : ` ${formatRate(callsPerSecond)},`;
  const tokens = meanTokens === null ? '' : ` ${Math.round(meanTokens)} tokens evaluated a sample.`;
  return `Half of ${n} samples took at most ${formatSeconds(p50)}, 95 % at most ${formatSeconds(p95)}${tail}.${rate}${tokens} ${first}${load}`;
}
