import { expect, it } from 'vitest';
import { formatUsd, formatUsdPerHour } from './format-usd.ts';

it('shows as many digits as a price needs', () => {
  expect(formatUsd(1.632)).toBe('$1.632');
  expect(formatUsd(1191.36)).toBe('$1,191.36');
  expect(formatUsd(0.4)).toBe('$0.40');
  expect(formatUsd(0.00312)).toBe('$0.0031');
  expect(formatUsd(0.00001)).toBe('<$0.0001');
});

it('tells no cost from an unknown one', () => {
  expect(formatUsd(0)).toBe('$0');
  expect(formatUsd(null)).toBe('–');
  expect(formatUsdPerHour(null)).toBe('price unknown');
  expect(formatUsdPerHour(0.736)).toBe('$0.736 an hour');
});
