import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choiceDraft, choiceQuestion } from '../../test/stand-ins/drafts.ts';
import type { DecisionDraft, OptionDraft } from '../contract/decision-document.ts';
import { diffDrafts } from './diff-drafts.ts';

const before = choiceDraft('Evidence.', ['a', 'b', 'c', 'd']);

function withOptions(change: (options: OptionDraft[]) => OptionDraft[]): DecisionDraft {
  return {
    ...before,
    questions: before.questions.map((question) => ({ ...question, options: change(question.options) })),
  };
}

describe('diffDrafts', () => {
  it('finds nothing between equal drafts, whatever their colours', () => {
    expect(diffDrafts(before, structuredClone(before))).toEqual([]);
    expect(
      diffDrafts(
        before,
        withOptions((options) => options.map((one) => ({ ...one, hue: one.hue + 5 }))),
      ),
    ).toEqual([]);
  });

  it('names a change of evidence, question and scoring', () => {
    const after: DecisionDraft = {
      evidence: { format: 'json', text: '{}' },
      questions: before.questions.map((question) => ({ ...question, question: 'Other?', kind: 'score' })),
      scoring: { ...before.scoring, readout: 'letters', temperature: 1.5 },
    };
    expect(diffDrafts(before, after)).toEqual([
      { what: 'evidence-format', before: 'text', after: 'json' },
      { what: 'evidence-text', before: 'Evidence.', after: '{}' },
      { what: 'question-text', question: 0, before: 'Which of a, b, c, d?', after: 'Other?' },
      { what: 'question-kind', question: 0, before: 'choice', after: 'score' },
      { what: 'scoring', field: 'readout', before: null, after: 'letters' },
      { what: 'scoring', field: 'temperature', before: null, after: 1.5 },
    ]);
  });

  it('tells added from removed', () => {
    const added = { id: 'e', description: 'New.', hue: 4 };
    expect(
      diffDrafts(
        before,
        withOptions((options) => [...options, added]),
      ),
    ).toEqual([{ what: 'option-added', question: 0, option: 'e', value: added }]);
    const [removed] = before.questions[0]?.options ?? [];
    expect(
      diffDrafts(
        before,
        withOptions((options) => options.slice(1)),
      ),
    ).toEqual([{ what: 'option-removed', question: 0, option: 'a', value: removed }]);
  });

  it('sees a renamed option by its description or its hue', () => {
    const rename = (change: Partial<OptionDraft>) =>
      withOptions((options) => options.map((one) => (one.id === 'b' ? { ...one, ...change } : one)));
    expect(diffDrafts(before, rename({ id: 'bb', hue: 17 }))).toEqual([
      { what: 'option-renamed', question: 0, before: 'b', after: 'bb' },
    ]);
    expect(diffDrafts(before, rename({ id: 'bb', description: 'Else.' }))).toEqual([
      { what: 'option-renamed', question: 0, before: 'b', after: 'bb' },
      { what: 'option-description', question: 0, option: 'bb', before: 'About b.', after: 'Else.' },
    ]);
  });

  it('calls as few options moved as possible', () => {
    const order = (ids: string) =>
      withOptions((options) => [...ids].flatMap((id) => options.filter((one) => one.id === id)));
    expect(diffDrafts(before, order('bcda'))).toEqual([
      { what: 'option-moved', question: 0, option: 'a', before: 0, after: 3 },
    ]);
    expect(diffDrafts(before, order('dabc'))).toEqual([
      { what: 'option-moved', question: 0, option: 'd', before: 3, after: 0 },
    ]);
    expect(diffDrafts(before, order('dcba'))).toHaveLength(3);
    // Nothing moves when one before it goes away.
    expect(diffDrafts(before, order('bcd')).map(({ what }) => what)).toEqual(['option-removed']);
  });

  it('matches questions by id, then by place', () => {
    const two = { ...before, questions: [choiceQuestion('x', ['a', 'b']), choiceQuestion('y', ['c', 'd'])] };
    const [x, y] = two.questions;
    if (x === undefined || y === undefined) throw new Error('two questions');
    expect(diffDrafts(two, { ...two, questions: [x, { ...y, id: 'z' }] })).toEqual([
      { what: 'question-id', question: 1, before: 'y', after: 'z' },
    ]);
    expect(diffDrafts(two, { ...two, questions: [y] })).toEqual([{ what: 'question-removed', question: 0, value: x }]);
    expect(diffDrafts({ ...two, questions: [x] }, two)).toEqual([{ what: 'question-added', question: 1, value: y }]);
    // Of two that change places either may count as the moved one.
    expect(diffDrafts(two, { ...two, questions: [y, x] })).toMatchObject([{ what: 'question-moved' }]);
  });

  const option = fc.record({
    id: fc.string({ maxLength: 2 }),
    description: fc.string({ maxLength: 2 }),
    hue: fc.nat(4),
  });
  const draft: fc.Arbitrary<DecisionDraft> = fc
    .array(fc.array(option, { maxLength: 6 }), { maxLength: 3 })
    .map((lists) => ({
      ...before,
      questions: lists.map((options, index) => ({ ...choiceQuestion(`q${index}`, []), options })),
    }));

  it('is empty exactly when the drafts are the same but for colours, and counts add up', () => {
    const plain = (of: DecisionDraft) =>
      of.questions.map(({ options }) => options.map(({ id, description }) => [id, description]));
    fc.assert(
      fc.property(draft, draft, (left, right) => {
        const differences = diffDrafts(left, right);
        expect(diffDrafts(left, structuredClone(left))).toEqual([]);
        expect(differences.length === 0).toBe(JSON.stringify(plain(left)) === JSON.stringify(plain(right)));
        for (const [index, { options }] of right.questions.entries()) {
          const earlier = left.questions[index];
          if (earlier === undefined) continue;
          const count = (what: string) =>
            differences.filter((one) => one.what === what && 'question' in one && one.question === index).length;
          expect(options.length - earlier.options.length).toBe(count('option-added') - count('option-removed'));
        }
      }),
      { numRuns: 300 },
    );
  });
});
