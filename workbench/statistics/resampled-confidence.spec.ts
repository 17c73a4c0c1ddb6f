import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { topChoiceReliability } from './calibration.ts';
import { packPredictions } from './predictions.ts';
import { confidenceDifferences, createAreas } from './resampled-confidence.ts';
import { topChoiceSelective } from './selective-prediction.ts';

const options = ['a', 'b'];
// Few distinct confidences, so that ties lie across the borders of bins.
const sample = fc.record({
  p: fc.integer({ min: 0, max: 12 }),
  isA: fc.boolean(),
  taken: fc.integer({ min: 0, max: 4 }),
});
const rowOf = ({ p, isA }: { p: number; isA: boolean }) => ({
  label: isA ? 'a' : 'b',
  probabilities: [p / 12, 1 - p / 12],
});

describe('ECE and AURC of samples that are taken several times', () => {
  it('are those of the samples written out', () => {
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 120 }), (samples) => {
        const written = samples.flatMap((one) => Array.from({ length: one.taken }, () => rowOf(one)));
        fc.pre(written.length > 0);
        const areas = createAreas(packPredictions(options, samples.map(rowOf)));
        const { ece, aurc } = areas(Int32Array.from(samples, ({ taken }) => taken));
        const whole = packPredictions(options, written);
        expect(ece).toBeCloseTo(topChoiceReliability(whole).ece ?? Number.NaN, 12);
        expect(aurc).toBeCloseTo(topChoiceSelective(whole).aurc ?? Number.NaN, 12);
      }),
    );
  });
});

describe('their differences', () => {
  const rows = Array.from({ length: 60 }, (_, at) => ({ p: (at * 7) % 13, isA: (at * 5) % 3 === 0 }));
  const baseline = packPredictions(options, rows.map(rowOf));

  it('are the candidate’s less the baseline’s', () => {
    const surer = rows.map((row) => ({ ...row, p: row.isA ? 12 : 0 }));
    const candidate = packPredictions(options, surer.map(rowOf));
    const { ece, aurc } = confidenceDifferences(baseline, candidate, { seed: 1 });
    // Sure and right everywhere: both of the candidate are 0.
    expect(ece.value).toBeCloseTo(-(topChoiceReliability(baseline).ece ?? Number.NaN), 12);
    expect(aurc.value).toBeCloseTo(-(topChoiceSelective(baseline).aurc ?? Number.NaN), 12);
    for (const { value, interval } of [ece, aurc]) {
      expect(interval?.low).toBeLessThan(value ?? Number.NaN);
      expect(interval?.high).toBeLessThan(0);
    }
  });

  it('of identical predictions are 0, with an interval of no width', () => {
    const { ece, aurc } = confidenceDifferences(baseline, baseline, { seed: 1 });
    for (const estimate of [ece, aurc]) expect(estimate).toEqual({ value: 0, interval: { low: 0, high: 0 } });
  });

  it('resample whole groups where there are some', () => {
    const candidate = packPredictions(
      options,
      rows.map((row) => rowOf({ ...row, p: (row.p + 3) % 13 })),
    );
    // Two groups of equal samples: every draw has either both or one of them twice.
    const groups = Int32Array.from(rows, (_, at) => (at < 30 ? 0 : 1));
    const grouped = confidenceDifferences(baseline, candidate, { seed: 1, groups });
    const half = (from: number) => {
      const part = rows.slice(from, from + 30);
      const [one, other] = [part, part.map((row) => ({ ...row, p: (row.p + 3) % 13 }))];
      const area = (of: typeof rows) => topChoiceSelective(packPredictions(options, of.map(rowOf))).aurc ?? Number.NaN;
      return area(other.concat(other)) - area(one.concat(one));
    };
    const ends = [half(0), half(30), grouped.aurc.value ?? Number.NaN].sort((a, b) => a - b);
    expect(grouped.aurc.interval?.low).toBeCloseTo(ends[0] ?? Number.NaN, 12);
    expect(grouped.aurc.interval?.high).toBeCloseTo(ends[2] ?? Number.NaN, 12);
  });

  it('tell the truth of nothing and of one', () => {
    const none = packPredictions(options, []);
    expect(confidenceDifferences(none, none, { seed: 1 }).ece).toEqual({ value: null, interval: null });
    const one = packPredictions(options, [rowOf({ p: 9, isA: true })]);
    expect(confidenceDifferences(one, one, { seed: 1 }).aurc).toEqual({ value: 0, interval: null });
  });
});
