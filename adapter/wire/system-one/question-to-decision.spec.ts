import { describe, expect, it } from 'vitest';
import { optionTexts } from '../../prompt/option-texts.ts';
import type { Question } from './question.ts';
import { questionToDecision } from './question-to-decision.ts';

const state = { kind: 'string', value: 's' } as const;
const legend = { kind: 'null' } as const;
const choice: Question = {
  id: 'q',
  type: 'choice',
  instructions: 'Which team?',
  options: [
    { name: 'Billing', description: 'Invoices' },
    { name: 'Sales', description: null },
  ],
};

describe('a question as a decision', () => {
  it('shows option names to a model that is read by letters, and never the question’s id', () => {
    expect(questionToDecision(choice, state, 'own', 'letters')).toEqual({
      id: 'own',
      state,
      question: 'Which team?',
      kind: 'choice',
      options: [
        { id: 'Billing', description: 'Billing: Invoices' },
        { id: 'Sales', description: 'Sales' },
      ],
    });
  });

  it('leaves names to the texts readout, which reads them itself', () => {
    const decision = questionToDecision(choice, state, 'own', 'texts');
    expect(decision.options).toEqual([
      { id: 'Billing', description: 'Invoices' },
      { id: 'Sales', description: '' },
    ]);
    expect(optionTexts(decision)).toEqual([' Billing: Invoices', ' Sales']);
  });

  it.each([
    ['letters', null, null, 'The answer to the question is yes.', 'The answer to the question is no.'],
    ['letters', 'They do.', null, 'They do.', 'The answer to the question is no.'],
    ['letters', null, 'They do not.', 'The answer to the question is yes.', 'They do not.'],
    ['texts', null, 'They do not.', '', 'They do not.'],
  ] as const)('yes first: %s, %s / %s', (readout, yes, no, first, second) => {
    const question: Question = { id: 'q', type: 'noul', instructions: null, yes, no };
    const decision = questionToDecision(question, state, 'own', readout);
    expect(decision.kind).toBe('yes-no');
    expect(decision.question).toBe('Which option fits the evidence?');
    expect(decision.options.map(({ description }) => description)).toEqual([first, second]);
  });

  it('reads yes and no as texts where nothing is given', () => {
    const question: Question = { id: 'q', type: 'noul', instructions: null, yes: null, no: null };
    expect(optionTexts(questionToDecision(question, state, 'own', 'texts'))).toEqual([' Yes', ' No']);
  });

  it('numbers the levels of a score', () => {
    const levels = ['Calm', 'Angry'].map((description) => ({ description, legend }));
    const decision = questionToDecision(
      { id: 'q', type: 'score', instructions: 'How?', levels },
      state,
      'own',
      'letters',
    );
    expect(decision).toMatchObject({
      kind: 'score',
      options: [
        { id: '0', description: 'Calm' },
        { id: '1', description: 'Angry' },
      ],
    });
  });
});
