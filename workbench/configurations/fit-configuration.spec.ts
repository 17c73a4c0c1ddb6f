import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decisionSha256 } from '../../adapter/decision/decision-sha256.ts';
import { Fault } from '../../adapter/fault.ts';
import { chooseAction } from '../../adapter/score/choose-action.ts';
import { golden } from '../../fixtures/golden/statistics.ts';
import { type MadeRow, madeQuestion, madeReading } from '../../test/stand-ins/run-readings.ts';
import type { FitRequest } from '../contract/configurations.ts';
import { ABSTAIN } from '../statistics/costs.ts';
import { packPredictions } from '../statistics/predictions.ts';
import { rescale } from '../statistics/rescale.ts';
import { acceptedActions } from './choose-rule.ts';
import { fitConfiguration } from './fit-configuration.ts';
import { labelledRun } from './labelled-run.ts';
import type { RunReading } from './run-reader.ts';

const now = new Date('2026-03-02T10:00:00.000Z');
const plain: Omit<FitRequest, 'rule'> = {
  run_id: '019c0000-0000-7000-8000-000000000001',
  temperature: false,
  prior: false,
  fallback: null,
};

function fitOn(reading: RunReading, request: Partial<FitRequest>) {
  return fitConfiguration(reading, { ...plain, rule: { rule: 'none' }, ...request }, now);
}

/** The reference rows, once in each part. */
function goldenRows(side: 'a' | 'b'): MadeRow[] {
  return (['tune', 'test'] as const).flatMap((part) =>
    golden.rows.map((row) => ({ label: row.label, probabilities: row[side], part })),
  );
}

/** Rows of two options: `right` and `wrong` first choices at a confidence, all labelled `a`. */
function rowsAt(confidence: number, right: number, wrong: number, part: MadeRow['part']): MadeRow[] {
  const row = (p: number): MadeRow => ({ label: 'a', probabilities: [p, 1 - p], part });
  return [
    ...Array.from({ length: right }, () => row(confidence)),
    ...Array.from({ length: wrong }, () => row(1 - confidence)),
  ];
}

describe('known answers', () => {
  it('threshold of the reference values, and the same figures on the same samples held out', () => {
    const reading = madeReading(golden.options, goldenRows('a'));
    const answer = fitOn(reading, { rule: { rule: 'target', accuracy: 0.9 }, fallback: 'human' });
    const reference = golden.a.threshold_90;
    if (reference === null || typeof reference !== 'object' || Array.isArray(reference))
      throw new Error('no reference');
    expect(answer.threshold).toBeCloseTo(Number(reference.threshold), 12);
    expect(answer.tune).toMatchObject({ n: 240, accepted: reference.accepted, right: reference.correct });
    expect(answer.tune.accuracy_lower_bound).toBeCloseTo(Number(reference.lower), 9);
    expect(answer.test).toEqual(answer.tune);
    expect(answer.test.log_loss_before).toBeCloseTo(Number(golden.a.log_loss), 9);
    expect(answer.verdict).toBe('verified');
    expect(answer.sentence).toContain('accepts 142 (59 %), 134 of them right');
    expect(answer.sentence).toContain('bound 0.900');
    expect(answer.configuration.decisions).toEqual([
      {
        decision_sha256: decisionSha256(madeQuestion(golden.options)),
        temperature: 1,
        prior: null,
        threshold: answer.threshold,
        thresholds: null,
        costs: null,
        fallback: 'human',
      },
    ]);
    expect(answer.configuration.evidence[0]).toMatchObject({
      sample_set_sha256: reading.set_sha256,
      n_tune: 240,
      n_test: 240,
      target: 0.9,
      verdict: 'verified',
      date: now.toISOString(),
    });
  });

  it('temperature of the reference values, times the run’s own', () => {
    for (const temperature of [1, 2]) {
      const answer = fitOn(madeReading(golden.options, goldenRows('b'), { temperature }), { temperature: true });
      expect(answer.temperature?.fitted).toBeCloseTo(temperature * Number(golden.b.temperature), 8);
      // Of 240 samples so small a gain is not shown.
      expect(answer.temperature?.kept).toBe(false);
      expect(answer.configuration.decisions[0]?.temperature).toBe(temperature);
      expect(answer.configuration.scoring.temperature).toBe(temperature);
      expect(answer.test.log_loss_before).toBeCloseTo(Number(golden.b.log_loss), 9);
    }
  });

  it('a temperature that undoes a distortion', () => {
    const rows = goldenRows('b').map((row) => {
      const powers = row.probabilities.map((p) => Math.max(p, 1e-4) ** 3);
      const sum = powers.reduce((x, y) => x + y, 0);
      return { ...row, probabilities: powers.map((power) => power / sum) };
    });
    const answer = fitOn(madeReading(golden.options, rows, { temperature: 2 }), { temperature: true });
    expect(answer.temperature).toMatchObject({
      kept: true,
      why: expect.stringMatching(/^Kept: .*the interval excludes 0/),
    });
    expect((answer.temperature?.fitted ?? 0) / 2 / 3).toBeCloseTo(Number(golden.b.temperature), 1);
    expect(answer.configuration.decisions[0]?.temperature).toBe(answer.temperature?.fitted);
  });

  it('prior and temperature of SciPy’s minimum, kept together', () => {
    // scipy.optimize.minimize (BFGS, gtol 1e-13) on the formula.
    const reference = {
      temperature: 1.2462121118349987,
      bias: [0.5656831701183567, 0.3013558928235626, 0.05676451567748578, -0.923803578619405],
    };
    const answer = fitOn(madeReading(golden.options, goldenRows('b')), { temperature: true, prior: true });
    expect(answer.prior?.kept).toBe(true);
    for (const [index, id] of golden.options.entries()) {
      expect(answer.prior?.fitted[id]).toBeCloseTo(reference.bias[index] ?? Number.NaN, 7);
    }
    expect(answer.temperature).toMatchObject({ kept: true, fitted: expect.closeTo(reference.temperature, 7) });
    expect(answer.configuration.decisions[0]).toMatchObject({
      temperature: answer.temperature?.fitted,
      prior: answer.prior?.fitted,
    });
    expect(answer.test.log_loss_after ?? 1).toBeLessThan(answer.test.log_loss_before ?? 0);
  });

  it('gives the log loss that the statistics give under the same temperature and prior', () => {
    const reading = madeReading(golden.options, goldenRows('b'), { temperature: 2 });
    const { tune } = labelledRun(reading);
    const bias = [0.5, 0.25, 0, -0.75];
    const ours = tune.predictions({ temperature: 3, bias }).probabilities;
    const theirs = rescale(tune.predictions(), 1.5, bias).probabilities;
    for (const [index, p] of ours.entries()) expect(p).toBeCloseTo(theirs[index] ?? Number.NaN, 12);
  });
});

describe('what is kept', () => {
  it('drops a temperature that helps only on the samples it was fitted on', () => {
    // Over-sure on tune, and just right on test.
    const rows = [...rowsAt(0.99, 60, 40, 'tune'), ...rowsAt(0.99, 99, 1, 'test')];
    const answer = fitOn(madeReading(['a', 'b'], rows), { temperature: true, prior: true });
    expect(answer.temperature?.kept).toBe(false);
    expect(answer.temperature?.why).toMatch(
      /^Not kept: the log loss of the 100 samples of the test part goes from 0\.056/,
    );
    expect(answer.prior?.kept).toBe(false);
    expect(answer.configuration.decisions[0]).toMatchObject({ temperature: 1, prior: null });
    expect(answer.test.log_loss_after).toBe(answer.test.log_loss_before);
  });

  it('keeps nothing without samples to judge it on, and says so', () => {
    const onlyTune = fitOn(madeReading(['a', 'b'], rowsAt(0.9, 30, 10, 'tune')), {
      temperature: true,
      prior: true,
    });
    expect(onlyTune.temperature).toMatchObject({
      kept: false,
      why: expect.stringContaining('no labelled test samples'),
    });
    const onlyTest = fitOn(madeReading(['a', 'b'], rowsAt(0.9, 30, 10, 'test')), {
      temperature: true,
      prior: true,
    });
    expect(onlyTest.temperature).toMatchObject({ kept: false, fitted: 1, why: expect.stringContaining('Not fitted') });
    expect(onlyTest.prior).toMatchObject({ kept: false, fitted: {} });
  });

  it('resamples groups where there are some', () => {
    // One group: nothing can show how much groups vary, so nothing is kept.
    const rows = goldenRows('b').map((row) => ({ ...row, group: 'all' }));
    const answer = fitOn(madeReading(golden.options, rows), { temperature: true });
    expect(answer.temperature?.kept).toBe(false);
  });
});

describe('verdicts', () => {
  it('not shown, with about how many samples would show it', () => {
    const rows = [...rowsAt(0.9, 100, 2, 'tune'), ...rowsAt(0.9, 39, 1, 'test')];
    const answer = fitOn(madeReading(['a', 'b'], rows), { rule: { rule: 'target', accuracy: 0.93 } });
    expect(answer.verdict).toBe('not-shown');
    // 97.5 % right of m: the smallest m whose bound reaches 0.93, rounded up to two digits.
    expect(answer.sentence).toMatch(
      /does not reach the target 0\.930\. About \d+ test samples like these would show it/,
    );
    expect(answer.sentence).toContain('accepts 40 (100 %), 39 of them right');
  });

  it('not shown at any size, where the test part is worse than the target', () => {
    const rows = [...rowsAt(0.9, 100, 0, 'tune'), ...rowsAt(0.9, 30, 10, 'test')];
    const answer = fitOn(madeReading(['a', 'b'], rows), { rule: { rule: 'target', accuracy: 0.9 } });
    expect(answer.verdict).toBe('not-shown');
    expect(answer.sentence).toContain('no number of samples would show it');
  });

  it('not attainable, with the rule of 0.95^…', () => {
    const rows = [...rowsAt(0.9, 20, 0, 'tune'), ...rowsAt(0.9, 20, 0, 'test')];
    const answer = fitOn(madeReading(['a', 'b'], rows), { rule: { rule: 'target', accuracy: 0.95 } });
    expect(answer).toMatchObject({ verdict: 'not-attainable', threshold: null });
    expect(answer.sentence).toContain('at least about 59 accepted samples without an error');
  });

  it('no target, for a confidence and for no rule', () => {
    const rows = [...rowsAt(0.9, 30, 0, 'test'), ...rowsAt(0.6, 5, 5, 'test')];
    const chosen = fitOn(madeReading(['a', 'b'], rows), { rule: { rule: 'confidence', threshold: 0.8 } });
    expect(chosen).toMatchObject({ verdict: 'no-target', threshold: 0.8, test: { n: 40, accepted: 30, right: 30 } });
    expect(chosen.test.coverage).toBe(0.75);
    const none = fitOn(madeReading(['a', 'b'], rows), {});
    expect(none).toMatchObject({ verdict: 'no-target', threshold: null, test: { accepted: 40, right: 35 } });
  });

  it('verified or not, for a confidence that a person chose against a target', () => {
    const rows = [...rowsAt(0.9, 60, 0, 'test'), ...rowsAt(0.6, 5, 5, 'test'), ...rowsAt(0.9, 60, 0, 'tune')];
    const fitAt = (threshold: number, accuracy: number) =>
      fitOn(madeReading(['a', 'b'], rows), { rule: { rule: 'confidence', threshold, accuracy } });
    const verified = fitAt(0.8, 0.95);
    expect(verified).toMatchObject({ verdict: 'verified', threshold: 0.8, test: { accepted: 60, right: 60 } });
    expect(verified.configuration.evidence).toMatchObject([{ target: 0.95, verdict: 'verified' }]);
    expect(verified.sentence).toMatch(/^Verified: .*It was chosen by hand/);
    // 0.05^(1/60) is 0.951.
    expect(fitAt(0.8, 0.952)).toMatchObject({ verdict: 'not-shown', threshold: 0.8 });
    expect(fitAt(0.5, 0.95)).toMatchObject({ verdict: 'not-shown', test: { accepted: 70, right: 65 } });
    const nothing = fitAt(0.95, 0.5);
    expect(nothing).toMatchObject({ verdict: 'not-shown', test: { accepted: 0 } });
    expect(nothing.sentence).toContain('Where nothing is accepted, nothing is shown.');
  });

  it('with a bound that is never rounded up to the target', () => {
    // 0.05^(1/57) is 0.94880.
    const rows = [...rowsAt(0.9, 57, 0, 'test'), ...rowsAt(0.9, 57, 0, 'tune')];
    const rule = { rule: 'confidence', threshold: 0, accuracy: 0.949 } as const;
    const answer = fitOn(madeReading(['a', 'b'], rows), { rule });
    expect(answer.verdict).toBe('not-shown');
    expect(answer.sentence).toContain('bound 0.948)');
  });

  it('tells the truth without a single sample', () => {
    const answer = fitOn(madeReading(['a', 'b'], []), { rule: { rule: 'target', accuracy: 0.9 } });
    expect(answer.verdict).toBe('not-attainable');
    expect(answer.test).toMatchObject({ n: 0, coverage: null, accuracy: null, log_loss_before: null });
    const untested = fitOn(madeReading(['a', 'b'], rowsAt(0.9, 60, 0, 'tune')), {
      rule: { rule: 'target', accuracy: 0.9 },
    });
    expect(untested.verdict).toBe('not-shown');
    expect(untested.sentence).toContain('there are no labelled and scored samples in the test part');
  });

  it('one threshold for each option, verified only when each of them is', () => {
    const b = (rows: MadeRow[]): MadeRow[] =>
      rows.map((row) => ({ ...row, label: 'b', probabilities: [...row.probabilities].reverse() }));
    const good = [...rowsAt(0.9, 60, 0, 'tune'), ...rowsAt(0.9, 60, 0, 'test')];
    const both = [...good, ...b(good)];
    const rule = { rule: 'per-option', accuracy: 0.9 } as const;
    expect(fitOn(madeReading(['a', 'b'], both), { rule })).toMatchObject({
      verdict: 'verified',
      threshold: null,
      thresholds: { a: expect.closeTo(0.9, 12), b: expect.closeTo(0.9, 12) },
    });
    // On test b is right 40 times of 60.
    const worse = [
      ...good,
      ...b([...rowsAt(0.9, 60, 0, 'tune'), ...rowsAt(0.9, 40, 0, 'test')]),
      ...rowsAt(0.9, 0, 20, 'test'),
    ];
    const answer = fitOn(madeReading(['a', 'b'], worse), { rule });
    expect(answer.verdict).toBe('not-shown');
    expect(answer.sentence).toContain('for b.');
    // Without samples of b on tune it has no threshold and is never accepted.
    const oneSided = fitOn(madeReading(['a', 'b'], [...good, ...b(rowsAt(0.9, 20, 0, 'test'))]), { rule });
    expect(oneSided).toMatchObject({
      thresholds: { a: expect.closeTo(0.9, 12) },
      verdict: 'verified',
      test: { n: 80, accepted: 60 },
    });
  });

  it('costs: what it would cost on both parts, the fallback’s too', () => {
    const rows = [...rowsAt(0.9, 8, 2, 'tune'), ...rowsAt(0.6, 10, 0, 'test')];
    const wrong = [
      [0, 3],
      [5, 0],
    ];
    const rule = { rule: 'costs', wrong, abstain: 1 } as const;
    const answer = fitOn(madeReading(['a', 'b'], rows), { rule });
    // At 0.9 either action costs less than abstaining (0.5 for a, 0.3 for b); two wrong b cost 3 each. At 0.6: a costs
    // 2, b 1.8, so it abstains.
    expect(answer.tune.mean_cost).toBeCloseTo(0.6, 12);
    expect(answer.test).toMatchObject({ accepted: 0, mean_cost: 1, mean_cost_interval: [1, 1] });
    expect(answer.sentence).toContain('It costs 1.000 [1.000, 1.000] a sample.');
    const withB = fitOn(madeReading(['a', 'b'], rows), { rule, fallback: 'b' });
    expect(withB.test.mean_cost).toBe(3);
    expect(answer.configuration.decisions[0]?.costs).toEqual({ wrong, abstain: 1 });
  });

  it('counts labelled samples that could not be scored apart', () => {
    const reading = madeReading(['a', 'b'], rowsAt(0.9, 30, 0, 'test'));
    const fault = new Fault('TOO_MANY_TOKENS', 'Too long.', 'Shorten it.').toData();
    const rows = reading.rows.map((row, index) =>
      index < 3 ? ({ status: 'failed', sample: row.sample, fault, seconds: 0 } as const) : row,
    );
    const answer = fitOn({ ...reading, rows }, {});
    expect(answer.test.n).toBe(27);
    expect(answer.sentence).toContain('Left out: 3 samples that could not be scored.');
    const samples = reading.samples.map((sample, index) => (index === 5 ? { ...sample, label: 'c' } : sample));
    const misfit = fitOn({ ...reading, rows, samples }, {});
    expect(misfit.test.n).toBe(26);
    expect(misfit.sentence).toContain('Left out: 1 sample with a label that is no option.');
  });
});

describe('refusals', () => {
  const reading = madeReading(['a', 'b'], rowsAt(0.9, 5, 1, 'test'));
  const fitting = (changed: RunReading, request: Partial<FitRequest> = {}) => fitOn(changed, request);

  it.each([
    ['a mixed set', { ...reading, question: null }],
    ['a run that scored nothing', { ...reading, run: { ...reading.run, identity: null } }],
  ])('%s', (_, changed) => {
    expect(() => fitting(changed)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }));
  });

  it('costs of another number of options', () => {
    const rule: FitRequest['rule'] = { rule: 'costs', wrong: [[0]], abstain: 1 };
    expect(() => fitting(reading, { rule })).toThrow(
      expect.objectContaining({ fields: [expect.objectContaining({ path: 'rule.wrong' })] }),
    );
  });
});

it('accepts exactly what the scorer accepts', () => {
  const options = ['a', 'b', 'c'];
  const row = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 3, maxLength: 3 }).map((weights) => {
    const sum = weights.reduce((x, y) => x + y, 0);
    return weights.map((weight) => weight / sum);
  });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const cost = fc.double({ min: 0, max: 5, noNaN: true });
  const rule = fc.record({
    threshold: fc.option(share, { nil: null }),
    thresholds: fc.option(fc.dictionary(fc.constantFrom(...options), share), { nil: null }),
    costs: fc.option(
      fc.record({
        wrong: fc.array(fc.array(cost, { minLength: 3, maxLength: 3 }), { minLength: 3, maxLength: 3 }),
        abstain: cost,
      }),
      { nil: null },
    ),
    fallback: fc.constant(null),
  });
  fc.assert(
    fc.property(row, rule, (probabilities, chosen) => {
      const [index] = acceptedActions(packPredictions(options, [{ label: 'a', probabilities }]), chosen);
      const { x_choice } = chooseAction(options, probabilities, chosen);
      expect(index === undefined || index === ABSTAIN ? null : options[index]).toBe(x_choice);
    }),
  );
});
