import { describe, expect, it } from 'vitest';
import { latency, nearestRank, runLatency } from './latency.ts';

describe('nearestRank', () => {
  it('is always a value that occurred, whatever rounding does to p/100', () => {
    const values = Array.from({ length: 100 }, (_, i) => i + 1);
    for (let p = 1; p <= 100; p++) expect(nearestRank(values, p)).toBe(p);
    expect(nearestRank([3], 1)).toBe(3);
    expect(nearestRank([], 50)).toBeNull();
  });
});

describe('latency', () => {
  it('has a p99 from 100 samples on', () => {
    expect(latency(Array.from({ length: 99 }, (_, i) => i)).p99).toBeNull();
    expect(latency(Array.from({ length: 100 }, (_, i) => 99 - i)).p99).toBe(98);
  });

  it('tells the truth without samples', () => {
    expect(latency([])).toEqual({ n: 0, p50: null, p95: null, p99: null });
  });
});

describe('runLatency', () => {
  it('keeps load and first call apart', () => {
    const calls = [5, 1, 2, 3].map((seconds) => ({ seconds, tokens: 100 * seconds }));
    expect(runLatency(calls, 9)).toEqual({
      n: 3,
      p50: 2,
      p95: 3,
      p99: null,
      loadSeconds: 9,
      firstSeconds: 5,
      meanTokens: 200,
      callsPerSecond: 0.5,
    });
    expect(runLatency([])).toMatchObject({ n: 0, firstSeconds: null, meanTokens: null, callsPerSecond: null });
    expect(runLatency(calls.slice(0, 1))).toMatchObject({ n: 0, p50: null, firstSeconds: 5 });
  });
});
