import { describe, expect, it } from 'vitest';
import { golden, goldenSet } from '../../fixtures/golden/statistics.ts';
import { firstChoices, packPredictions } from './predictions.ts';
import { logLoss } from './probability-scores.ts';
import { rescale } from './rescale.ts';
import { fitTemperature, MAX_TEMPERATURE, MIN_TEMPERATURE } from './temperature.ts';

describe('fitTemperature', () => {
  it('finds the lowest log loss: both neighbours are worse', () => {
    const { predictions } = goldenSet('b');
    const { temperature } = fitTemperature(predictions) ?? { temperature: Number.NaN };
    const loss = (t: number) => logLoss(rescale(predictions, t)).value ?? Number.NaN;
    expect(temperature).toBeCloseTo(Number(golden.b.temperature), 10);
    expect(loss(temperature)).toBeLessThan(loss(temperature * 1.001));
    expect(loss(temperature)).toBeLessThan(loss(temperature * 0.999));
  });

  it('takes back a temperature that was applied', () => {
    const { predictions } = goldenSet('a');
    const fitted = fitTemperature(predictions)?.temperature ?? Number.NaN;
    const again = fitTemperature(rescale(predictions, 1.7))?.temperature ?? Number.NaN;
    // Not exact: probabilities of 0 were raised to 1e-15 before.
    expect(again).toBeCloseTo(fitted / 1.7, 3);
  });

  it('says when the samples push it to the end of its range', () => {
    const row = (label: string) => ({ label, probabilities: [0.6, 0.4] });
    const allRight = packPredictions(['a', 'b'], [row('a'), row('a')]);
    const allWrong = packPredictions(['a', 'b'], [row('b'), row('b')]);
    expect(fitTemperature(allRight)).toEqual({ temperature: MIN_TEMPERATURE, atLimit: 'low' });
    expect(fitTemperature(allWrong)).toEqual({ temperature: MAX_TEMPERATURE, atLimit: 'high' });
    expect(fitTemperature(packPredictions(['a', 'b'], []))).toBeNull();
  });

  it('never changes a first choice', () => {
    const { predictions } = goldenSet('a');
    expect(firstChoices(rescale(predictions, 3))).toEqual(firstChoices(predictions));
  });
});
