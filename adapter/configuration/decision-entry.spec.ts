import { describe, expect, it } from 'vitest';
import golden from '../../fixtures/golden/configuration.json' with { type: 'json' };
import type { Decision } from '../decision/decision.ts';
import { decisionSha256 } from '../decision/decision-sha256.ts';
import { configurationSchema, type DecisionConfiguration } from './configuration.ts';
import { biasOf, decisionEntry } from './decision-entry.ts';

const decision: Pick<Decision, 'question' | 'kind' | 'options'> = {
  question: 'Which?',
  kind: 'choice',
  options: ['a', 'b'].map((id) => ({ id, description: `about ${id}` })),
};
const entry: DecisionConfiguration = {
  decision_sha256: decisionSha256(decision),
  temperature: 0.5,
  prior: { b: 0.25 },
  threshold: 0.7,
  thresholds: null,
  costs: null,
  fallback: null,
};
const { evidence } = configurationSchema.parse(golden.configuration);
const proof = evidence.map((one) => ({ ...one, decision_sha256: entry.decision_sha256 }));

describe('decisionEntry', () => {
  it('applies to that very decision and to no other', () => {
    const configuration = { decisions: [entry], evidence: [] };
    expect(decisionEntry(configuration, decision)).toEqual({ decision: entry, evidence: null });
    const [first, second] = decision.options;
    if (first === undefined || second === undefined) throw new Error('two options');
    for (const other of [
      { ...decision, question: 'Which one?' },
      { ...decision, kind: 'score' as const },
      { ...decision, options: [second, first] },
      { ...decision, options: [first, { ...second, description: '' }] },
      { ...decision, options: [first, { ...second, id: 'c' }] },
    ]) {
      expect(decisionEntry(configuration, other)).toBeNull();
    }
  });

  it('has the newest proof of that decision', () => {
    const dated = (date: string) => proof.map((one) => ({ ...one, date }));
    const configuration = {
      decisions: [entry],
      evidence: [...dated('2024-01-01T00:00:00Z'), ...dated('2025-01-01T00:00:00Z'), ...evidence],
    };
    expect(decisionEntry(configuration, decision)?.evidence?.date).toBe('2025-01-01T00:00:00Z');
  });

  it.each([
    ['a prior', { prior: { c: 1 } }, 'decisions[0].prior'],
    ['a threshold', { thresholds: { c: 1 } }, 'decisions[0].thresholds'],
    ['costs', { costs: { wrong: [[0, 1]], abstain: 1 } }, 'decisions[0].costs.wrong'],
  ])('refuses %s for options that the decision has not, with the path', (_, change, path) => {
    const configuration = { decisions: [{ ...entry, ...change }], evidence: [] };
    expect(() => decisionEntry(configuration, decision)).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST', fields: [expect.objectContaining({ path })] }),
    );
  });
});

it('gives each option its bias, and none to those that are not named', () => {
  expect(biasOf(entry, ['a', 'b'])).toEqual([0, 0.25]);
  expect(biasOf({ ...entry, prior: {} }, ['constructor'])).toEqual([0]);
  expect(biasOf({ ...entry, prior: null }, ['a', 'b'])).toBeNull();
});
