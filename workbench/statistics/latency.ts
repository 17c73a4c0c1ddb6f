import { percentile } from './percentile.ts';

/** A 99th percentile of fewer samples would be the largest value under another name. */
export const MIN_SAMPLES_FOR_P99 = 100;

/** Seconds of scoring; percentiles are null without samples. */
export interface Latency {
  n: number;
  p50: number | null;
  p95: number | null;
  /** Null below {@link MIN_SAMPLES_FOR_P99} samples. */
  p99: number | null;
}

/** Time of a run, what happens once held apart from what happens at each sample. */
export interface RunLatency extends Latency {
  /** Loading the model. */
  loadSeconds: number | null;
  /** The first call, which pays for cold caches; it is in no percentile. */
  firstSeconds: number | null;
  /** Mean tokens evaluated a call, the first left out; null without samples. */
  meanTokens: number | null;
  /** Calls a second of scoring time, the first left out; null without samples. */
  callsPerSecond: number | null;
}

/** The value at rank ⌈p/100 · n⌉ of ascending values, p from 0 to 100: always a value that occurred. Null without values. */
export function nearestRank(ascending: ArrayLike<number>, p: number): number | null {
  if (ascending.length === 0) return null;
  // p · n first: p/100 alone is no exact number and can push a whole rank up by one.
  const rank = Math.max(1, Math.ceil((p * ascending.length) / 100));
  return ascending[rank - 1] ?? null;
}

/** Percentile by linear interpolation, for comparison with other tools only. Null without values. */
export function linearPercentile(ascending: ArrayLike<number>, p: number): number | null {
  return ascending.length === 0 ? null : percentile(ascending, p);
}

/** Nearest-rank p50, p95 and p99 of values in any order. */
export function latency(seconds: ArrayLike<number>): Latency {
  const ascending = Float64Array.from(seconds).sort();
  const n = ascending.length;
  return {
    n,
    p50: nearestRank(ascending, 50),
    p95: nearestRank(ascending, 95),
    p99: n < MIN_SAMPLES_FOR_P99 ? null : nearestRank(ascending, 99),
  };
}

/** Latency of a run from its calls in the order they were made. `loadSeconds` is null when the model was loaded before. */
export function runLatency(
  calls: readonly { seconds: number; tokens: number }[],
  loadSeconds: number | null = null,
): RunLatency {
  const [first, ...rest] = calls;
  const seconds = rest.reduce((sum, call) => sum + call.seconds, 0);
  return {
    ...latency(rest.map((call) => call.seconds)),
    loadSeconds,
    firstSeconds: first?.seconds ?? null,
    meanTokens: rest.length === 0 ? null : rest.reduce((sum, call) => sum + call.tokens, 0) / rest.length,
    callsPerSecond: seconds > 0 ? rest.length / seconds : null,
  };
}
