import type { Interval } from '../statistics/proportions.ts';
import { signedNumber } from '../statistics/signed-number.ts';

/** Digits after the point that tables show: more would promise what the samples cannot hold. */
const DIGITS = 3;

/** A number in a table; – for one that is not defined. */
export function showNumber(value: number | null | undefined, digits = DIGITS): string {
  return value === null || value === undefined || !Number.isFinite(value) ? '–' : signedNumber(value, digits);
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

/** `0.120 s`. */
export function showSeconds(value: number | null): string {
  return value === null ? '–' : `${value.toFixed(value < 1 ? 3 : 2)} s`;
}
