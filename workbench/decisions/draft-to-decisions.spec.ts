import { describe, expect, it, vi } from 'vitest';
import { checkDecision } from '../../adapter/decision/parse-decision.ts';
import { parseJson } from '../../adapter/json/parse-json.ts';
import { choiceDraft, choiceQuestion } from '../../test/stand-ins/drafts.ts';
import type { DecisionDraft } from '../contract/decision-document.ts';
import { draftToDecisions } from './draft-to-decisions.ts';

// Watched, not replaced.
vi.mock('../../adapter/decision/parse-decision.ts', { spy: true });
vi.mock('../../adapter/json/parse-json.ts', { spy: true });

const draft = (change: Partial<DecisionDraft> = {}): DecisionDraft => ({ ...choiceDraft('Some evidence.'), ...change });
const json = (text: string) => draft({ evidence: { format: 'json', text } });
const paths = (of: DecisionDraft) => draftToDecisions(of).faults.map(({ path }) => path);

describe('a sound draft', () => {
  it('is one decision for each question, on one state', () => {
    const questions = [
      choiceQuestion('q1', ['a', 'b']),
      { ...choiceQuestion('q2', ['low', 'high']), kind: 'score' as const },
    ];
    const { decisions } = draftToDecisions(draft({ questions }));
    expect(decisions).toEqual([
      {
        id: 'q1',
        state: { kind: 'string', value: 'Some evidence.' },
        question: 'Which of a, b?',
        kind: 'choice',
        options: [
          { id: 'a', description: 'About a.' },
          { id: 'b', description: 'About b.' },
        ],
      },
      expect.objectContaining({ id: 'q2', kind: 'score' }),
    ]);
    expect(decisions?.[1]?.state).toBe(decisions?.[0]?.state);
  });

  it('passes JSON evidence on with its order and its digits', () => {
    const { decisions } = draftToDecisions(json('{"b": 1.0, "2": 1e5, "1": [90071992547409931234, -0.0]}'));
    expect(decisions?.[0]?.state).toEqual({
      kind: 'object',
      members: [
        { key: 'b', value: { kind: 'number', text: '1.0' } },
        { key: '2', value: { kind: 'number', text: '1e5' } },
        {
          key: '1',
          value: {
            kind: 'array',
            items: [
              { kind: 'number', text: '90071992547409931234' },
              { kind: 'number', text: '-0.0' },
            ],
          },
        },
      ],
    });
  });

  it('takes evidence that looks like JSON as text when it is text', () => {
    const { decisions } = draftToDecisions(draft({ evidence: { format: 'text', text: '{"a":' } }));
    expect(decisions?.[0]?.state).toEqual({ kind: 'string', value: '{"a":' });
  });
});

describe('faults stand where a person typed', () => {
  it('names evidence, question and options in the draft’s own terms, all at once', () => {
    const broken = draft({
      evidence: { format: 'text', text: '' },
      questions: [
        { ...choiceQuestion('q1', ['a', 'b', 'a']), question: '' },
        {
          ...choiceQuestion('q2', ['x', 'y']),
          options: [
            { id: '', description: 'd', hue: 0 },
            { id: 'y', description: 'd', hue: 1 },
          ],
        },
      ],
    });
    expect(paths(broken).sort()).toEqual(
      ['evidence', 'questions[0].options[2].id', 'questions[0].question', 'questions[1].options[0].id'].sort(),
    );
  });

  it.each([
    ['{"a": 1,\n  "b": }', /Line 2, column 8/],
    ['{"a": 1, "a": 2}', /Line 1, column 10: The key occurs twice/],
    ['{"deep": {"n": NaN}}', /Line 1, column 16: NaN/],
    ['{"n": 1e999}', /beyond the range/],
    ['  ', /empty/],
    ['"text"', /object or an array/],
    ['12', /object or an array/],
    ['{"s": "\\ud800"}', /surrogate/],
  ])('says line and column of what is wrong in the JSON %j', (text, message) => {
    expect(draftToDecisions(json(text)).faults).toMatchObject([
      { path: 'evidence', message: expect.stringMatching(message) },
    ]);
  });

  it('keeps the other faults coming while the JSON cannot be read', () => {
    const both = { ...json('{'), questions: [{ ...choiceQuestion('q1', ['a', 'b']), question: '' }] };
    expect(paths(both)).toEqual(['evidence', 'questions[0].question']);
  });

  it('tells a fault of the evidence once for all questions', () => {
    const questions = ['q1', 'q2', 'q3'].map((id) => choiceQuestion(id, ['a', 'b']));
    expect(paths(draft({ evidence: { format: 'text', text: '\ud800' }, questions }))).toEqual(['evidence']);
  });

  it.each([
    [0, ['questions']],
    [1, []],
    [8, []],
    [9, ['questions']],
  ])('counts the questions: %i', (count, expected) => {
    const questions = Array.from({ length: count }, (_, index) => choiceQuestion(`q${index}`, ['a', 'b']));
    expect(paths(draft({ questions }))).toEqual(expected);
  });

  it('looks no further than at as many questions as there may be', () => {
    const questions = Array.from({ length: 5000 }, () => ({ ...choiceQuestion('same', []), question: '' }));
    const found = paths(draft({ questions }));
    expect(found).toContain('questions');
    expect(found).toContain('questions[7].question');
    expect(found.every((path) => !/^questions\[(8|9|\d\d+)\]/.test(path))).toBe(true);
  });

  it('reads the evidence once, however many questions there are on it', () => {
    const read = vi.mocked(parseJson).mockClear();
    const checked = vi.mocked(checkDecision).mockClear();
    const questions = Array.from({ length: 8 }, (_, index) => choiceQuestion(`q${index}`, ['a', 'b']));
    expect(draftToDecisions({ ...json('["long evidence"]'), questions }).decisions).toHaveLength(8);
    expect(read).toHaveBeenCalledTimes(1);
    expect(checked).toHaveBeenCalledTimes(8);
    const withEvidence = checked.mock.calls.filter(([node]) => JSON.stringify(node).includes('long evidence'));
    expect(withEvidence).toHaveLength(1);
  });

  it('refuses two questions with one id', () => {
    const questions = [choiceQuestion('q', ['a', 'b']), choiceQuestion('q', ['c', 'd'])];
    expect(draftToDecisions(draft({ questions })).faults).toMatchObject([
      { path: 'questions[1].id', message: expect.stringContaining('An earlier question') },
    ]);
  });

  it.each([
    [1, 'choice', ['questions[0].options']],
    [2, 'choice', []],
    [255, 'choice', []],
    [256, 'choice', ['questions[0].options']],
    [3, 'yes-no', ['questions[0].options']],
    [10, 'score', []],
    [11, 'score', ['questions[0].options']],
  ] as const)('%i options of a %s', (count, kind, expected) => {
    const ids = Array.from({ length: count }, (_, index) => `o${index}`);
    expect(paths(draft({ questions: [{ ...choiceQuestion('q', ids), kind }] }))).toEqual(expected);
  });

  it('names the limit of a description of a megabyte', () => {
    const options = [
      { id: 'a', description: 'x'.repeat(1024 * 1024), hue: 0 },
      { id: 'b', description: '', hue: 1 },
    ];
    expect(draftToDecisions(draft({ questions: [{ ...choiceQuestion('q', []), options }] })).faults).toMatchObject([
      { path: 'questions[0].options[0].description', limit: expect.stringContaining('at most') },
    ]);
  });
});
