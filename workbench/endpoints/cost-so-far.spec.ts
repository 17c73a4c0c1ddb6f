import { describe, expect, it } from 'vitest';
import { costSoFar, isIdle, readExpiry } from './cost-so-far.ts';
import { previousConfig } from './previous-config.ts';

const now = new Date('2026-11-29T12:00:00.000Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();

describe('costSoFar', () => {
  it('is price × hours, and unknown where the price is', () => {
    expect(costSoFar(1.632, hoursAgo(2.5), now)).toBeCloseTo(4.08, 9);
    expect([costSoFar(null, hoursAgo(1), now), costSoFar(1, null, now)]).toEqual([null, null]);
  });
});

describe('isIdle', () => {
  it.each([
    ['InService', hoursAgo(30), null, true],
    ['InService', hoursAgo(30), hoursAgo(23), false],
    ['InService', hoursAgo(30), hoursAgo(25), true],
    ['InService', hoursAgo(1), null, false],
    ['InService', null, null, false],
    ['Failed', hoursAgo(30), null, false],
  ])('%s since %s, last call %s: %s', (status, created, called, idle) => {
    expect(isIdle(status, created, called, now)).toBe(idle);
  });
});

describe('readExpiry', () => {
  it('reads a time and takes everything else for never', () => {
    expect(readExpiry('2026-12-01T00:00:00Z')).toBe('2026-12-01T00:00:00.000Z');
    expect([readExpiry('never'), readExpiry(''), readExpiry(undefined)]).toEqual([null, null, null]);
  });
});

describe('previousConfig', () => {
  const things = ['a-0123abcd', 'a-0123abcd-1', 'a-0123abcd-2', 'a-0123abcd-10'].map((name) => ({
    kind: 'endpoint-config' as const,
    name,
    arn: name,
    created_at: null,
    tags: {},
  }));

  it('is the last before the one in use, by number', () => {
    expect(previousConfig({ things }, 'a-0123abcd-10')).toBe('a-0123abcd-2');
    expect(previousConfig({ things }, 'a-0123abcd-1')).toBe('a-0123abcd');
    expect(previousConfig({ things }, 'a-0123abcd')).toBeNull();
  });

  it('is none where the one in use is not of ours', () => {
    expect([previousConfig({ things }, 'else'), previousConfig({ things }, null)]).toEqual([null, null]);
  });
});
