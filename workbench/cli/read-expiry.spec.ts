import { describe, expect, it } from 'vitest';
import { readExpiry } from './read-expiry.ts';

const now = new Date('2026-11-29T12:00:00.500Z');

describe('an expiry', () => {
  it.each([
    ['8h', '2026-11-29T20:00:00Z'],
    ['3d', '2026-12-02T12:00:00Z'],
    ['2w', '2026-12-13T12:00:00Z'],
    ['2026-12-24', '2026-12-24T00:00:00Z'],
    ['2026-12-24T18:30:00+01:00', '2026-12-24T17:30:00Z'],
    ['2026-12-24T18:30:00Z', '2026-12-24T18:30:00Z'],
    ['never', 'never'],
    ['soon', null],
    ['8', null],
    ['8m', null],
    ['2026-13-01', null],
    ['2026-12-24T18:30', null],
    ['', null],
  ])('%s is %s', (text, expected) => {
    expect(readExpiry(text, now)).toBe(expected);
  });
});
