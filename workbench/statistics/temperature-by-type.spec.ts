import { describe, expect, it } from 'vitest';
import { goldenSet } from '../../fixtures/golden/statistics.ts';
import { fitTemperature } from './temperature.ts';
import { type PartedRow, temperatureByType, temperatureWords } from './temperature-by-type.ts';

/** Rows whose answers are right as often as the probabilities of `honest` say, but that claim more. */
function overconfident(type: string, part: PartedRow['part'], count: number, widths: readonly number[]): PartedRow[] {
  return Array.from({ length: count }, (_, at) => {
    const options = widths[at % widths.length] ?? 2;
    // 0.7 on the first option is the truth: seven in ten.
    const label = at % 10 < 7 ? 0 : 1;
    const honest = [0.7, 0.3, ...new Array<number>(options - 2).fill(1e-6)];
    const powers = honest.map((p) => p ** 2);
    const sum = powers.reduce((a, b) => a + b, 0);
    return { type, part, label, probabilities: powers.map((p) => p / sum), seconds: 1 };
  });
}

describe('temperatureByType', () => {
  it('finds the temperature that the answers were sharpened by, whatever the number of options', () => {
    const rows = [
      ...overconfident('choice', 'tune', 300, [2, 3, 5]),
      ...overconfident('choice', 'test', 300, [3, 2, 4]),
    ];
    const [choice] = temperatureByType(rows, { seed: 1 });
    // The rest mass of 1e-6 an option is not seen among the labels, which pulls the optimum a little.
    expect(choice?.fitted?.temperature).toBeCloseTo(2, 1);
    expect(choice).toMatchObject({ type: 'choice', tune: 300, test: 300, helps: true });
    expect(choice?.after).toBeLessThan(choice?.before ?? 0);
  });

  it('is the temperature of a set whose samples share their options', () => {
    const { predictions } = goldenSet('b');
    const width = predictions.options.length;
    const rows = [...predictions.labels].map((label, row): PartedRow => {
      const probabilities = [...predictions.probabilities.subarray(row * width, (row + 1) * width)];
      return { type: 'choice', part: 'tune', label, probabilities, seconds: 1 };
    });
    const [only] = temperatureByType(rows, { seed: 1 });
    expect(only?.fitted?.temperature).toBe(fitTemperature(predictions)?.temperature);
    expect(only && temperatureWords(only)).toBe('not judged: none of them is in the test part');
  });

  it('keeps the types apart, and claims nothing where a part is missing', () => {
    const rows = [...overconfident('choice', 'tune', 50, [3]), ...overconfident('yes-no', 'test', 50, [2])];
    const [choice, yesNo] = temperatureByType(rows, { seed: 1 });
    expect(choice).toMatchObject({ tune: 50, test: 0, before: null, helps: false });
    expect(yesNo).toMatchObject({ tune: 0, test: 50, fitted: null, helps: false });
    expect(yesNo && temperatureWords(yesNo)).toBe('not fitted: none of them is in the tune part');
    expect(temperatureByType([], { seed: 1 })).toEqual([]);
  });
});
