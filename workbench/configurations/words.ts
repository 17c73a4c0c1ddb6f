import type { Estimate } from '../statistics/bootstrap.ts';
import type { Interval } from '../statistics/proportions.ts';
import { signedNumber } from '../statistics/signed-number.ts';

/** Three decimals, as figures stand in tables: `0.951`. */
export function figure(value: number): string {
  return signedNumber(value, 3);
}

/** A lower bound, rounded down: rounding never lifts it to a target that it does not reach. */
export function bound(value: number): string {
  return figure(Math.floor(value * 1000 + 1e-9) / 1000);
}

/** `[0.850, 0.990]` */
export function interval({ low, high }: Interval): string {
  return `[${figure(low)}, ${figure(high)}]`;
}

/** A value with its interval, where it has one. */
export function estimate({ value, interval: around }: Estimate): string {
  if (value === null) return 'unknown';
  return around === null ? figure(value) : `${figure(value)} ${interval(around)}`;
}

/** `58 %`; rounded towards the middle, so that 99.6 % does not read as all. */
export function percent(share: number): string {
  const whole = Math.round(share * 100);
  if (whole === 100 && share < 1) return '99 %';
  return whole === 0 && share > 0 ? '1 %' : `${whole} %`;
}

/** Up to two significant digits: more would promise what an estimate cannot hold. */
export function about(count: number): string {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return (Math.ceil(count / unit) * unit).toLocaleString('en');
}

export function samples(count: number): string {
  return count === 1 ? '1 sample' : `${count} samples`;
}
