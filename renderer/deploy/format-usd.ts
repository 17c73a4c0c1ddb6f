import { NOTHING } from '../charts/format-number.ts';

/** Dollars as people compare them: cents where they matter, four digits for fractions of a cent. */
export function formatUsd(amount: number | null): string {
  if (amount === null) return NOTHING;
  if (amount === 0) return '$0';
  if (amount < 0.0001) return '<$0.0001';
  if (amount < 0.1) return `$${Number(amount.toPrecision(2))}`;
  return `$${amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: amount < 10 ? 3 : 2 })}`;
}

/** A price of an hour; without one, a word and no number. */
export function formatUsdPerHour(amount: number | null): string {
  return amount === null ? 'price unknown' : `${formatUsd(amount)} an hour`;
}
