import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonNode } from '../json/json-node.ts';
import type { Decision } from './decision.ts';
import { parseRequest } from './parse-request.ts';
import { writeDecision } from './write-decision.ts';

const text = fc.string({ unit: 'grapheme' });
const named = text.filter((value) => value !== '');
const number = fc.oneof(
  fc.constantFrom('0', '-0', '-0.0', '1.0', '1.50', '1e5', '1E+05', '12345678901234567890123', '1e-400'),
  fc.bigInt().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
);
const node: fc.Memo<JsonNode> = fc.memo((depth) =>
  depth <= 1
    ? fc.oneof(
        fc.record({ kind: fc.constant('string' as const), value: text }),
        fc.record({ kind: fc.constant('number' as const), text: number }),
        fc.record({ kind: fc.constant('boolean' as const), value: fc.boolean() }),
        fc.constant<JsonNode>({ kind: 'null' }),
      )
    : fc.oneof(node(depth - 1), container(depth)),
);
const container: fc.Memo<JsonNode> = fc.memo((depth) =>
  fc.oneof(
    fc.record({ kind: fc.constant('array' as const), items: fc.array(node(depth - 1), { maxLength: 4 }) }),
    fc.record({
      kind: fc.constant('object' as const),
      members: fc.uniqueArray(
        fc.record({ key: fc.oneof(text, fc.constantFrom('10', '9', '__proto__')), value: node(depth - 1) }),
        {
          selector: (member) => member.key,
          maxLength: 4,
        },
      ),
    }),
  ),
);
const option = fc.record({ id: named, description: text });
const options = (minLength: number, maxLength: number) =>
  fc.uniqueArray(option, { selector: ({ id }) => id, minLength, maxLength });
const decisions: fc.Arbitrary<Decision> = fc
  .record({
    id: named,
    state: fc.oneof(fc.record({ kind: fc.constant('string' as const), value: named }), container(4)),
    question: named,
    kind: fc.constantFrom('choice' as const, 'yes-no' as const, 'score' as const),
  })
  .chain((rest) =>
    options(2, { choice: 12, 'yes-no': 2, score: 10 }[rest.kind]).map((list) => ({ ...rest, options: list })),
  );

describe('writeDecision', () => {
  it('gives text that reads back to the same decision', () => {
    fc.assert(
      fc.property(decisions, fc.constantFrom(0, 2), (decision, indent) => {
        const written = writeDecision(decision, indent);
        expect(parseRequest(written)).toEqual([decision]);
        expect(writeDecision(decision, indent)).toBe(written);
        if (indent === 0) expect(written).not.toContain('\n');
      }),
    );
  });

  it('writes what people write', () => {
    const written = writeDecision({
      id: 'a',
      state: { kind: 'object', members: [{ key: 'n', value: { kind: 'number', text: '1.0' } }] },
      question: 'q?',
      kind: 'yes-no',
      options: [
        { id: 'yes', description: '' },
        { id: 'no', description: '' },
      ],
    });
    expect(written).toBe(`{
  "id": "a",
  "state": {
    "n": 1.0
  },
  "question": "q?",
  "kind": "yes-no",
  "options": [
    {
      "id": "yes",
      "description": ""
    },
    {
      "id": "no",
      "description": ""
    }
  ]
}`);
  });
});
