import type { Bar } from './bars-of.ts';

/** What a person calls an option that may have no id yet. */
export function optionName(bar: Pick<Bar, 'id' | 'at'>): string {
  return bar.id === '' ? `option ${bar.at + 1}` : bar.id;
}

/** A probability with three decimals; what would round to 0 or 1 without being it says so. */
export function formatProbability(probability: number | null): string {
  if (probability === null) return '–';
  if (probability > 0 && probability < 0.0005) return '<0.001';
  if (probability < 1 && probability >= 0.9995) return '>0.999';
  return probability.toFixed(3);
}

export interface Leader {
  first: Bar;
  second: Bar | null;
  /** Probability of the first option less that of the second. */
  margin: number;
}

/** The option with the highest probability; the earlier one when two are equal. */
export function leaderOf(bars: readonly Bar[]): Leader | null {
  const known = bars.filter((bar) => bar.probability !== null);
  const [first, second] = known.toSorted((one, other) => (other.probability ?? 0) - (one.probability ?? 0));
  if (first === undefined) return null;
  return {
    first,
    second: second ?? null,
    margin: (first.probability ?? 0) - (second?.probability ?? 0),
  };
}

/** What the bars show, as a sentence. */
export function describeBars(bars: readonly Bar[]): string {
  const leader = leaderOf(bars);
  if (leader === null) return 'Not scored yet.';
  const { first, second, margin } = leader;
  const start = `${optionName(first)} leads with ${formatProbability(first.probability)}`;
  if (second === null) return `${start}.`;
  if (margin === 0)
    return `${optionName(first)} and ${optionName(second)} are level at ${formatProbability(first.probability)}.`;
  const others = bars.length > 2 ? `, of ${bars.length} options` : '';
  return `${start}, ${formatProbability(margin)} ahead of ${optionName(second)}${others}.`;
}

/** The expected level of a score question, counted from 1; null unless every level has a probability. */
export function meanLevel(bars: readonly Bar[]): number | null {
  let mean = 0;
  for (const bar of bars) {
    if (bar.probability === null) return null;
    mean += (bar.at + 1) * bar.probability;
  }
  return bars.length === 0 ? null : mean;
}

/** A difference in probability, with its sign: `+0.120`, `−0.034`, `±0.000`. */
export function formatChange(change: number): string {
  const size = Math.abs(change).toFixed(3);
  if (size === '0.000') return '±0.000';
  return `${change > 0 ? '+' : '−'}${size}`;
}
