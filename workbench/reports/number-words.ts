import type { Interval } from '../statistics/proportions.ts';

/** Digits after the point that tables show: more would promise what the samples cannot hold. */
const DIGITS = 3;

/** A number in a table; – for one that is not defined. */
export function showNumber(value: number | null | undefined, digits = DIGITS): string {
  return value === null || value === undefined || !Number.isFinite(value) ? '–' : minus(value.toFixed(digits));
}

/** A difference, always with its sign. */
export function showDifference(value: number | null | undefined, digits = DIGITS): string {
  const shown = showNumber(value, digits);
  return value !== null && value !== undefined && value >= 0 ? `+${shown}` : shown;
}

/** `0.740 [0.640, 0.820]`. */
export function showWithInterval(value: number | null, interval: Interval | null, show = showNumber): string {
  return interval === null ? show(value) : `${show(value)} ${showEnds(interval, show)}`;
}

export function showEnds({ low, high }: Interval, show = showNumber): string {
  return `[${show(low)}, ${show(high)}]`;
}

/** −0 is 0, and the sign has its own character. */
function minus(text: string): string {
  return /^-0\.?0*$/.test(text) ? text.slice(1) : text.replace('-', '−');
}
