import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../adapter/decision/decision.ts';
import { parseRequest } from '../../adapter/decision/parse-request.ts';
import type { JsonNode } from '../../adapter/json/json-node.ts';
import { decisionDraftSchema } from '../contract/decision-document.ts';
import { decisionsToDraft } from './decisions-to-draft.ts';
import { draftToDecisions } from './draft-to-decisions.ts';
import { writeDecisionFile } from './write-decision-file.ts';

const text = fc.string({ unit: 'binary', maxLength: 30 }).filter((value) => !/\p{Surrogate}/u.test(value));
const filled = text.filter((value) => value !== '');

const number = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.constantFrom('1.0', '-0.0', '1e5', '1E+5', '90071992547409931234', '0.10'),
);
const node: fc.Arbitrary<JsonNode> = fc.letrec<{ node: JsonNode; object: JsonNode; array: JsonNode }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.record({ kind: fc.constant('string' as const), value: text }),
    fc.record({ kind: fc.constant('number' as const), text: number }),
    fc.record({ kind: fc.constant('boolean' as const), value: fc.boolean() }),
    fc.constant<JsonNode>({ kind: 'null' }),
    tie('array'),
    tie('object'),
  ),
  array: fc.record({ kind: fc.constant('array' as const), items: fc.array(tie('node'), { maxLength: 4 }) }),
  object: fc.record({
    kind: fc.constant('object' as const),
    members: fc.uniqueArray(fc.record({ key: text, value: tie('node') }), { maxLength: 4, selector: ({ key }) => key }),
  }),
})).node;
const state = fc.oneof(
  fc.record({ kind: fc.constant('string' as const), value: filled }),
  node.filter(({ kind }) => kind === 'object' || kind === 'array'),
);

function optionsOf(minLength: number, maxLength: number) {
  return fc.uniqueArray(fc.record({ id: filled, description: text }), {
    minLength,
    maxLength,
    selector: ({ id }) => id,
  });
}
const question = fc.oneof(
  fc.record({ id: filled, question: filled, kind: fc.constant('choice' as const), options: optionsOf(2, 12) }),
  fc.record({ id: filled, question: filled, kind: fc.constant('yes-no' as const), options: optionsOf(2, 2) }),
  fc.record({ id: filled, question: filled, kind: fc.constant('score' as const), options: optionsOf(2, 10) }),
);
const decisions: fc.Arbitrary<Decision[]> = fc
  .record({ state, questions: fc.uniqueArray(question, { minLength: 1, maxLength: 8, selector: ({ id }) => id }) })
  .map((made) => made.questions.map((one) => ({ ...one, state: made.state })));

describe('round trips', () => {
  it('decisions → draft → decisions gives the same decisions', () => {
    fc.assert(
      fc.property(decisions, (made) => {
        const draft = decisionsToDraft(made);
        expect(decisionDraftSchema.parse(draft)).toEqual(draft);
        expect(draftToDecisions(draft)).toEqual({ decisions: made, faults: [] });
      }),
      { numRuns: 300 },
    );
  });

  it('draft → file → draft gives the same draft', () => {
    fc.assert(
      fc.property(decisions, (made) => {
        const draft = decisionsToDraft(made);
        expect(decisionsToDraft(parseRequest(writeDecisionFile('any', draft).text))).toEqual(draft);
      }),
      { numRuns: 300 },
    );
  });

  const folder = join(import.meta.dirname, '../../fixtures/decisions');
  it.each(readdirSync(folder).filter((file) => file.endsWith('.json')))(
    '%s means the same after import and export',
    (file) => {
      const original = parseRequest(readFileSync(join(folder, file), 'utf8'));
      const exported = writeDecisionFile(file, decisionsToDraft(original)).text;
      expect(parseRequest(exported)).toEqual(original);
    },
  );
});

describe('decisionsToDraft', () => {
  const decision = (id: string, evidence: string): Decision => ({
    id,
    state: { kind: 'string', value: evidence },
    question: 'q?',
    kind: 'choice',
    options: ['a', 'b', 'c'].map((option) => ({ id: option, description: '' })),
  });

  it('gives each option of a question a hue of its own', () => {
    const { questions } = decisionsToDraft([decision('one', 'x'), decision('two', 'x')]);
    for (const { options } of questions) expect(options.map(({ hue }) => hue)).toEqual([0, 1, 2]);
  });

  it('shows JSON evidence indented, its numbers as they were', () => {
    const [made] = parseRequest(
      '{"id":"x","state":{"b":1.0,"a":[1e5]},"question":"q","options":[{"id":"1","description":""},{"id":"2","description":""}]}',
    );
    if (made === undefined) throw new Error('parsed nothing');
    expect(decisionsToDraft([made]).evidence).toEqual({
      format: 'json',
      text: '{\n  "b": 1.0,\n  "a": [\n    1e5\n  ]\n}',
    });
  });

  it('refuses decisions on different states in words', () => {
    const refused = expect.objectContaining({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('different states'),
      fields: [expect.objectContaining({ path: 'decisions[1].state' })],
    });
    expect(() => decisionsToDraft([decision('one', 'x'), decision('two', 'y')])).toThrow(refused);
    const [one] = parseRequest('{"id":"1","state":{"a":1},"question":"q","kind":"yes-no"}');
    const [other] = parseRequest('{"id":"2","state":{"a":1.0},"question":"q","kind":"yes-no"}');
    if (one === undefined || other === undefined) throw new Error('parsed nothing');
    expect(() => decisionsToDraft([one, other])).toThrow(refused);
  });
});

describe('writeDecisionFile', () => {
  it.each([
    ['Support ticket', 'support-ticket.json'],
    ['  Über/..\\Größe: 1?  ', 'über-größe-1.json'],
    ['../../etc', 'etc.json'],
    ['   ', 'decision.json'],
  ])('names the file of %j', (name, file) => {
    const [made] = parseRequest('{"id":"1","state":"x","question":"q","kind":"yes-no"}');
    if (made === undefined) throw new Error('parsed nothing');
    expect(writeDecisionFile(name, decisionsToDraft([made])).file_name).toBe(file);
  });
});
