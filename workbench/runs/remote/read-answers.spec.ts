import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../adapter/decision/decision.ts';
import { readDecisionsAnswer } from './read-decisions-answer.ts';
import { readSystemOneAnswer } from './read-system-one-answer.ts';
import { UnusableAnswer } from './unusable-answer.ts';
import { writeRemoteBody } from './write-remote-body.ts';

const decision: Decision = {
  id: 'd1',
  state: {
    kind: 'object',
    members: [
      { key: '10', value: { kind: 'number', text: '1.0' } },
      { key: '9', value: { kind: 'null' } },
    ],
  },
  question: 'Which?',
  kind: 'choice',
  options: [
    { id: 'access', description: 'About access.' },
    { id: 'billing', description: '' },
  ],
};
const yesNo: Decision = {
  ...decision,
  kind: 'yes-no',
  options: [
    { id: 'yes', description: 'It is.' },
    { id: 'no', description: '' },
  ],
};
const levels: Decision = { ...decision, kind: 'score', options: decision.options.map((option) => ({ ...option })) };

const result = { id: 'd1', option_ids: ['access', 'billing'], probabilities: [0.7, 0.3] };
const read = (own: object) => readDecisionsAnswer({ result: { ...result, ...own } }, decision, 'far');

describe('an answer of a server for decisions', () => {
  it('keeps numbers whose sum is 1 but for the last digit of adding them as they were given', () => {
    const exact = [0.7, 0.2, 0.1];
    expect(exact.reduce((total, p) => total + p, 0)).not.toBe(1);
    const options = ['a', 'b', 'c'].map((id) => ({ id, description: '' }));
    const given = { ...result, option_ids: ['a', 'b', 'c'], probabilities: exact };
    expect(readDecisionsAnswer({ result: given }, { ...decision, options }, 'far').probabilities).toEqual(exact);
  });

  it('may say no more than the probabilities, in any order, rounded', () => {
    const answer = read({ option_ids: ['billing', 'access'], probabilities: [0.33, 0.66], option_logits: [1, 2] });
    expect(answer.probabilities).toEqual([0.66 / 0.99, 0.33 / 0.99]);
    expect(answer).toMatchObject({ logits: [2, 1], option_mass: null, input_tokens: 0, prompt_sha256: '' });
    expect(answer.by).toEqual({
      model_name: 'not told',
      model: null,
      configuration_sha256: null,
      readout: null,
      prompt_version: null,
    });
  });

  it.each<[string, object]>([
    ['is about another decision', { id: 'd2' }],
    ['has other options', { option_ids: ['a', 'b'] }],
    ['has an option twice', { option_ids: ['access', 'access'] }],
    ['has too few probabilities', { probabilities: [1] }],
    ['has a sum that is not 1', { probabilities: [0.9, 0.9] }],
    ['has a negative probability', { probabilities: [-0.5, 1.5] }],
    ['has texts for numbers', { probabilities: ['0.7', '0.3'] }],
    ['has nulls for numbers', { probabilities: [null, null] }],
    ['has too few logits', { option_logits: [1] }],
    ['has a prompt hash as long as a book', { prompt_sha256: 'f'.repeat(100_000) }],
  ])('that %s cannot be used', (_, own) => {
    expect(() => read(own)).toThrow(UnusableAnswer);
  });

  it.each([null, 7, 'text', [], {}, { results: [result] }])('that is %j cannot be used', (value) => {
    expect(() => readDecisionsAnswer(value, decision, 'far')).toThrow(UnusableAnswer);
  });
});

const target = {
  kind: 'system-one',
  url: 'https://example.com',
  model: 'jev-3',
  key_variable: null,
  price: null,
} as const;
const questionOf = (asked: Decision) => JSON.parse(writeRemoteBody(asked, target)).questions.q;

describe('the System One interface', () => {
  it('is asked in its own forms, the evidence as it was written', () => {
    expect(writeRemoteBody(decision, target)).toContain('"state":{"10":1.0,"9":null}');
    expect(questionOf(decision)).toEqual({
      type: 'choice',
      instructions: 'Which?',
      criteria: { access: 'About access.', billing: null },
    });
    expect(questionOf(yesNo)).toEqual({
      type: 'noul',
      instructions: 'Which?',
      criteria: { true: 'It is.', false: null },
    });
    expect(questionOf(levels)).toEqual({
      type: 'score',
      instructions: 'Which?',
      criteria: ['About access.', 'billing'],
    });
  });

  const answer = (q: object) => ({ model: 'jev-3', answers: { q } });

  it('answers a yes or no with one probability, and levels by their place', () => {
    expect(readSystemOneAnswer(answer({ type: 'noul', noul: 0.25 }), yesNo, 'far').probabilities).toEqual([0.25, 0.75]);
    const score = answer({ type: 'score', score: 0.75, probabilities: { 1: 0.75, 0: 0.25 } });
    expect(readSystemOneAnswer(score, levels, 'far').probabilities).toEqual([0.25, 0.75]);
  });

  it.each<[Decision, unknown]>([
    [decision, answer({ type: 'noul', noul: 0.5 })],
    [yesNo, answer({ type: 'choice', probabilities: { yes: 0.5, no: 0.5 } })],
    [yesNo, answer({ type: 'noul', noul: 1.5 })],
    [decision, answer({ type: 'choice', probabilities: { access: 1 } })],
    [decision, answer({ type: 'choice', choice: 'access' })],
    [decision, { model: 'jev-3', answers: { other: { noul: 0.5 } } }],
    [decision, { answers: {} }],
  ])('gives nothing that can be used for %#', (asked, value) => {
    expect(() => readSystemOneAnswer(value, asked, 'far')).toThrow(UnusableAnswer);
  });
});
