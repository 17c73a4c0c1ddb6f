import type { Interval } from '../../workbench/statistics/proportions.ts';
import { signedNumber } from '../../workbench/statistics/signed-number.ts';

/** What stands where there is no number. */
export const NOTHING = '–';

/** A share with two decimals; only what is exactly 0 or 1 reads as such. */
export function formatShare(value: number | null): string {
  if (value === null) return NOTHING;
  if (value > 0 && value < 0.005) return '<0.01';
  if (value < 1 && value >= 0.995) return '>0.99';
  return value.toFixed(2);
}

/** A share in percent without decimals; only what is exactly 0 or 1 reads as such. */
export function formatPercent(value: number | null): string {
  if (value === null) return NOTHING;
  if (value > 0 && value < 0.005) return '<1 %';
  if (value < 1 && value >= 0.995) return '>99 %';
  return `${Math.round(value * 100)} %`;
}

/** A lower bound with three decimals, rounded down: rounding never lifts it over a target. */
export function formatBound(bound: number | null): string {
  return bound === null ? NOTHING : (Math.floor(bound * 1000 + 1e-9) / 1000).toFixed(3);
}

/** The ends of an interval: `[0.68, 0.80]`. They are rounded outward, so that rounding never makes a claim. */
export function formatInterval(interval: Interval | null, decimals = 2): string {
  if (interval === null) return NOTHING;
  const unit = 10 ** decimals;
  const low = Math.floor(interval.low * unit + 1e-9) / unit;
  const high = Math.ceil(interval.high * unit - 1e-9) / unit;
  return `[${signedNumber(low, decimals)}, ${signedNumber(high, decimals)}]`;
}

/** A score with so many decimals, a true minus sign, and no negative zero. */
export function formatNumber(value: number | null, decimals = 2): string {
  return value === null ? NOTHING : signedNumber(value, decimals);
}

/** A difference with its sign. */
export function formatDifference(value: number | null, decimals = 2): string {
  if (value === null) return NOTHING;
  const text = signedNumber(value, decimals);
  return Number(value.toFixed(decimals)) > 0 ? `+${text}` : text;
}

/** Seconds of one call: `412 ms`, `1.24 s`. */
export function formatSeconds(seconds: number | null): string {
  if (seconds === null) return NOTHING;
  if (seconds === 0) return '0 s';
  if (seconds < 0.0995) return `${(seconds * 1000).toFixed(seconds < 0.00995 ? 1 : 0)} ms`;
  if (seconds < 0.9995) return `${Math.round(seconds * 1000)} ms`;
  return seconds < 100 ? `${seconds.toFixed(2)} s` : formatDuration(seconds);
}

/** A time to wait, to what a person plans by: `12 s`, `4 min`, `2 h 10 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A number that is an estimate: up to two significant digits, rounded up. */
export function aboutCount(count: number): string {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return (Math.ceil(count / unit) * unit).toLocaleString('en');
}

/** `1 sample`, `180 samples`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
