const STEPS = [1, 2, 5, 10];

/** Round values between low and high, about `count` of them; both ends only when they are round. */
export function niceTicks(low: number, high: number, count: number): number[] {
  const span = high - low;
  if (!(span > 0)) return [low];
  const rough = span / count;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = magnitude * (STEPS.find((factor) => factor * magnitude >= rough) ?? 10);
  const ticks: number[] = [];
  // Multiples of the step, so that sums of roundings do not show.
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high + step * 1e-9; at++) {
    ticks.push(Number((at * step).toPrecision(12)));
  }
  return ticks;
}

/** A tick as it stands at an axis. */
export function formatAxis(value: number): string {
  return String(Number(value.toPrecision(6))).replace('-', '−');
}

export interface Bucket {
  low: number;
  high: number;
  count: number;
}

/** Counts of values in buckets of equal, round width; the last holds its upper end too. */
export function histogram(values: readonly number[], buckets: number, range?: { low: number; high: number }): Bucket[] {
  if (values.length === 0) return [];
  const low = range?.low ?? Math.min(0, least(values));
  const high = range?.high ?? most(values);
  const width = high > low ? (high - low) / buckets : 1;
  const found = Array.from({ length: buckets }, (_, at) => ({
    low: low + at * width,
    high: low + (at + 1) * width,
    count: 0,
  }));
  for (const value of values) {
    const bucket = found[Math.min(buckets - 1, Math.max(0, Math.floor((value - low) / width)))];
    if (bucket !== undefined) bucket.count += 1;
  }
  return found;
}

function least(values: readonly number[]): number {
  return values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
}

function most(values: readonly number[]): number {
  return values.reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY);
}
