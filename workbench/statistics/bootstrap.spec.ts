import { describe, expect, it } from 'vitest';
import { bootstrapMeans } from './bootstrap.ts';
import { bootstrapTallies } from './bootstrap-tallies.ts';
import { groupIndices } from './group-indices.ts';

const column = Float64Array.from({ length: 40 }, (_, i) => Math.sin(i * 12.9898) * 3);

describe('bootstrapMeans', () => {
  it('finds the percentiles of all possible draws', () => {
    // Three samples have 27 equally likely draws; with so many drawn, the interval ends are those of the enumeration.
    const values = [0, 1, 10];
    const all = values.flatMap((a) => values.flatMap((b) => values.map((c) => (a + b + c) / 3))).sort((a, b) => a - b);
    const [estimate] = bootstrapMeans([Float64Array.from(values)], { seed: 1, draws: 50_000, confidence: 0.8 });
    // The 10th and 90th percentile lie inside steps of the distribution, not at their edges.
    expect(estimate?.interval?.low).toBeCloseTo(all[2] ?? Number.NaN, 12);
    expect(estimate?.interval?.high).toBeCloseTo(all[24] ?? Number.NaN, 12);
    expect(estimate?.value).toBeCloseTo(11 / 3, 14);
  });

  it('is as wide as the standard error says', () => {
    const n = 2000;
    const values = Float64Array.from({ length: n }, (_, i) => Math.sin(i * 78.233) * 5);
    const mean = values.reduce((sum, value) => sum + value, 0) / n;
    const error = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0)) / n;
    const [estimate] = bootstrapMeans([values], { seed: 3, draws: 20_000 });
    const { low = Number.NaN, high = Number.NaN } = estimate?.interval ?? {};
    expect((high - low) / (2 * 1.96 * error)).toBeCloseTo(1, 1);
  });

  it('gives a column the same interval alone and among others', () => {
    const [alone] = bootstrapMeans([column], { seed: 2 });
    const [, among] = bootstrapMeans([column.map((x) => -x), column], { seed: 2 });
    expect(among?.value).toBe(alone?.value);
    expect(among?.interval?.low).toBeCloseTo(alone?.interval?.low ?? Number.NaN, 12);
    expect(among?.interval?.high).toBeCloseTo(alone?.interval?.high ?? Number.NaN, 12);
  });

  it('repeats itself with the seed only', () => {
    expect(bootstrapMeans([column], { seed: 2 })).toEqual(bootstrapMeans([column], { seed: 2 }));
    expect(bootstrapMeans([column], { seed: 2 })).not.toEqual(bootstrapMeans([column], { seed: 3 }));
  });

  it('treats groups of one as samples, and whole groups as one', () => {
    const single = Int32Array.from(column.keys());
    const [grouped] = bootstrapMeans([column], { seed: 2, groups: single });
    const [plain] = bootstrapMeans([column], { seed: 2 });
    expect(grouped?.interval?.low).toBeCloseTo(plain?.interval?.low ?? Number.NaN, 12);
    // Copies of a sample in its group add nothing: the interval is that of the originals.
    const copies = Float64Array.from([...column, ...column, ...column]);
    const [cluster] = bootstrapMeans([copies], { seed: 2, groups: Int32Array.from([...single, ...single, ...single]) });
    expect(cluster?.interval?.low).toBeCloseTo(plain?.interval?.low ?? Number.NaN, 12);
    expect(cluster?.interval?.high).toBeCloseTo(plain?.interval?.high ?? Number.NaN, 12);
  });

  it('weighs groups by their size', () => {
    const [estimate] = bootstrapMeans([Float64Array.from([1, 1, 1, 0])], {
      seed: 1,
      groups: Int32Array.from([0, 0, 0, 1]),
    });
    expect(estimate).toEqual({ value: 0.75, interval: { low: 0, high: 1 } });
  });

  it('claims nothing about one sample, one group or none', () => {
    expect(bootstrapMeans([Float64Array.of(0.4)], { seed: 1 })).toEqual([{ value: 0.4, interval: null }]);
    expect(bootstrapMeans([new Float64Array()], { seed: 1 })).toEqual([{ value: null, interval: null }]);
    const groups = new Int32Array(3);
    expect(bootstrapMeans([Float64Array.of(1, 2, 3)], { seed: 1, groups })).toEqual([{ value: 2, interval: null }]);
  });
});

describe('bootstrapTallies', () => {
  const n = column.length;
  const meanOf = (tally: Int32Array, out: Float64Array) => {
    const drawn = tally.reduce((sum, count) => sum + count, 0);
    out[0] = tally.reduce((sum, count, i) => sum + count * (column[i] ?? 0), 0) / drawn;
  };
  const identity = { categories: Int32Array.from(column.keys()), size: n, count: 1, compute: meanOf };

  it.each([undefined, Int32Array.from({ length: n }, (_, i) => i % 7)])(
    'gives a mean the interval of bootstrapMeans (%#)',
    (groups) => {
      const resampling = groups === undefined ? { seed: 8 } : { seed: 8, groups };
      const [mean] = bootstrapMeans([column], resampling);
      const [tallied] = bootstrapTallies(identity, resampling);
      expect(tallied?.value).toBeCloseTo(mean?.value ?? Number.NaN, 12);
      expect(tallied?.interval?.low).toBeCloseTo(mean?.interval?.low ?? Number.NaN, 12);
      expect(tallied?.interval?.high).toBeCloseTo(mean?.interval?.high ?? Number.NaN, 12);
    },
  );

  it('leaves out draws that define nothing', () => {
    const compute = (tally: Int32Array, out: Float64Array) => {
      out[0] = tally[0] === 0 ? Number.NaN : 5;
      out[1] = Number.NaN;
    };
    const estimates = bootstrapTallies({ categories: Int32Array.of(0, 1, 1), size: 2, count: 2, compute }, { seed: 1 });
    expect(estimates).toEqual([
      { value: 5, interval: { low: 5, high: 5 } },
      { value: null, interval: null },
    ]);
  });
});

describe('groupIndices', () => {
  it('numbers groups without gaps, and gives a sample without one its own', () => {
    expect([...groupIndices(['b', null, 'a', 'b', null])]).toEqual([0, 1, 2, 0, 3]);
  });
});
