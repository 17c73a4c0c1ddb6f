import { describe, expect, it } from 'vitest';
import { goldenSet } from '../../fixtures/golden/statistics.ts';
import { packPredictions } from './predictions.ts';
import { fitPrior } from './prior.ts';
import { logLoss } from './probability-scores.ts';
import { rescale } from './rescale.ts';
import { MAX_TEMPERATURE, MIN_TEMPERATURE } from './temperature.ts';

// References: scipy.optimize.minimize (BFGS, gtol 1e-13) on the formula.
const references = {
  a: {
    temperature: 0.9077267739396029,
    bias: [0.3235536753453426, 0.3958608681305911, 0.004986840283015125, -0.7244013837589488],
    atOne: [0.3336600843805199, 0.38196172407905943, 0.004627666119275967, -0.7202494745788551],
  },
  b: {
    temperature: 1.2462121118349987,
    bias: [0.5656831701183567, 0.3013558928235626, 0.05676451567748578, -0.923803578619405],
    atOne: [0.5832160608740894, 0.30370659758694096, 0.0797929035091344, -0.9667155619701647],
  },
};

describe('fitPrior', () => {
  it.each(['a', 'b'] as const)('finds SciPy’s minimum for “%s”, with the temperature and at a given one', (side) => {
    const { predictions } = goldenSet(side);
    const joint = fitPrior(predictions);
    expect(joint?.temperature).toBeCloseTo(references[side].temperature, 8);
    for (const [index, bias] of references[side].bias.entries()) expect(joint?.bias[index]).toBeCloseTo(bias, 8);
    const given = fitPrior(predictions, 1);
    expect(given?.temperature).toBe(1);
    for (const [index, bias] of references[side].atOne.entries()) expect(given?.bias[index]).toBeCloseTo(bias, 8);
  });

  it('reports the loss that the rescaled probabilities have', () => {
    const { predictions } = goldenSet('a');
    const prior = fitPrior(predictions);
    const rescaled = rescale(predictions, prior?.temperature ?? 1, prior?.bias);
    expect(prior?.logLoss).toBeCloseTo(logLoss(rescaled).value ?? Number.NaN, 12);
  });

  it('stays in the range of the temperature, and is open without samples', () => {
    const row = (label: string, p: number) => ({ label, probabilities: [p, 1 - p] });
    const right = packPredictions(['a', 'b'], [row('a', 0.6), row('b', 0.4)]);
    const wrong = packPredictions(['a', 'b'], [row('b', 0.6), row('a', 0.4)]);
    expect(fitPrior(right)?.temperature).toBeCloseTo(MIN_TEMPERATURE, 12);
    expect(fitPrior(wrong)?.temperature).toBeCloseTo(MAX_TEMPERATURE, 12);
    expect(fitPrior(packPredictions(['a', 'b'], []))).toBeNull();
  });

  it('fits 255 options', () => {
    const options = Array.from({ length: 255 }, (_, i) => `o${i}`);
    const rows = options.flatMap((label, i) =>
      i % 2 === 0 ? [] : [{ label, probabilities: options.map((_, k) => (k === i ? 0.5 : 0.5 / 254)) }],
    );
    const bias = fitPrior(packPredictions(options, rows), 1)?.bias ?? new Float64Array();
    expect(Math.abs(bias.reduce((sum, b) => sum + b, 0))).toBeLessThan(1e-9);
    expect(bias[1] ?? 0).toBeGreaterThan(bias[0] ?? 0);
  });
});
