import { describe, expect, it } from 'vitest';
import { checkDraft, type DecisionDraft, draftOfDecision, listDraftFaults } from './decision-draft.ts';
import { parseRequest } from './parse-request.ts';

const draft: DecisionDraft = {
  id: 'd',
  state: { as: 'json', text: '{"b": 1.0, "10": 2}' },
  question: 'q?',
  kind: 'choice',
  options: [
    { id: 'a', description: '' },
    { id: 'b', description: 'x' },
  ],
};

describe('checkDraft', () => {
  it('gives the decision that the same request gives', () => {
    const request = parseRequest(
      '{"id":"d","state":{"b": 1.0, "10": 2},"question":"q?","options":[{"id":"a","description":""},{"id":"b","description":"x"}]}',
    );
    expect([checkDraft(draft).decision]).toEqual(request);
    expect(listDraftFaults(draft)).toEqual([]);
  });

  it('lists the faults of the evidence beside those of other fields', () => {
    const broken: DecisionDraft = { ...draft, state: { as: 'json', text: '{"a": [1,]}' }, question: '' };
    expect(listDraftFaults(broken)).toEqual([
      { path: 'state.a[1]', message: 'Line 1, column 10: A comma stands before the end.' },
      { path: 'question', message: 'This must not be empty.', limit: 'at least 1 character' },
    ]);
    expect(checkDraft(broken).decision).toBeNull();
    expect(listDraftFaults({ ...draft, state: { as: 'json', text: '"text"' } })).toMatchObject([{ path: 'state' }]);
    expect(listDraftFaults({ ...draft, state: { as: 'text', text: '' } })).toMatchObject([{ path: 'state' }]);
  });

  it('shows a decision and gets it back', () => {
    const { decision } = checkDraft(draft);
    if (decision === null) throw new Error('refused');
    expect(draftOfDecision(decision).state).toEqual({ as: 'json', text: '{\n  "b": 1.0,\n  "10": 2\n}' });
    expect(checkDraft(draftOfDecision(decision)).decision).toEqual(decision);
    const text = { ...decision, state: { kind: 'string' as const, value: '{"not": "parsed"}' } };
    expect(checkDraft(draftOfDecision(text)).decision).toEqual(text);
  });
});
