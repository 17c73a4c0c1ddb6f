import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { evidenceOf } from '../evidence.ts';
import { type ImportTarget, noChoices } from '../importing/import-choices.ts';
import { importSamples } from '../importing/import-samples.ts';
import { createPacer } from '../pacer.ts';
import type { Sample, SampleQuestion } from '../sample.ts';
import type { Binding, SampleSet } from '../sample-set.ts';
import { sampleSetSha256 } from '../sample-sha256.ts';
import { type ExportFormat, exportFormats, exportSamples } from './export-samples.ts';

const odd = fc.constantFrom(
  ...['=', '+', '-', '@', "'", "''", '"', ',', ';', '\t', '\r', '\n', '\r\n', ' ', '|', '\u00a0', '\ufeff', '\u2028'],
  ...['\\', '{', '[', '0', '1.0', 'true', 'null', '#N/A', '__proto__', '＝', '🙈', 'é', 'e\u0301', '\0', 'sep=;'],
);
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.oneof(odd, fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 5 })
    .map((parts) => parts.join('')),
);
const name = text.filter((value) => value !== '' && value.length <= 100);

const number = fc.oneof(
  fc.constantFrom('0', '-0', '-0.0', '1.0', '1.50', '1e5', '1E+05', '12345678901234567890123', '5e-324'),
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
    fc.record({ kind: fc.constant('array' as const), items: fc.array(node(depth - 1), { maxLength: 3 }) }),
    fc.record({
      kind: fc.constant('object' as const),
      members: fc.uniqueArray(
        fc.record({ key: fc.oneof(text, fc.constantFrom('10', '9', '__proto__')), value: node(depth - 1) }),
        { selector: ({ key }) => key, maxLength: 3 },
      ),
    }),
  ),
);
const evidence = fc
  .oneof(fc.record({ kind: fc.constant('string' as const), value: name }), container(3))
  .map((value) => evidenceOf(value) ?? { format: 'text' as const, text: 'x' });

const question: fc.Arbitrary<SampleQuestion> = fc.constantFrom('choice', 'yes-no', 'score').chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    question: name,
    options: fc.uniqueArray(fc.record({ id: name, description: text }), {
      selector: ({ id }) => id,
      minLength: 2,
      maxLength: { choice: 6, 'yes-no': 2, score: 5 }[kind],
    }),
  }),
);

const rest = (asked: SampleQuestion) => {
  const label = fc.constantFrom(...asked.options.map(({ id }) => id));
  return fc.record({
    id: name,
    evidence,
    label: fc.option(label),
    group: fc.option(name),
    note: text,
    disputed: fc.boolean(),
    suggestion: fc.option(
      fc.record({
        label,
        confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true }).map((p) => p + 0)),
        by: text,
      }),
    ),
    tags: fc.dictionary(
      name.filter((key) => key !== '__proto__'),
      text,
      { maxKeys: 2, noNullPrototype: true },
    ),
  });
};

interface Case {
  set: SampleSet;
  samples: Sample[];
  target: ImportTarget;
}

const setOf = (binding: Binding, name: string): SampleSet => ({
  format: 1,
  id: '01932d5e-7a00-7000-8000-000000000001',
  name,
  binding,
  tune_share: 0.5,
  created_at: '2026-11-29T00:00:00.000Z',
  changed_at: '2026-11-29T01:00:00.000Z',
});

const bound: fc.Arbitrary<Case> = fc.tuple(question, name).chain(([asked, title]) =>
  fc.uniqueArray(rest(asked), { selector: ({ id }) => id, minLength: 1, maxLength: 6 }).map((samples) => ({
    set: setOf({ kind: 'bound', decision: null, question: asked }, title),
    samples: samples.map((sample) => ({ ...sample, question: null, origin: null })),
    target: { kind: 'bound' as const, decision: null, question: asked },
  })),
);
const mixed: fc.Arbitrary<Case> = fc
  .uniqueArray(
    question.chain((asked) => rest(asked).map((sample) => ({ ...sample, question: asked, origin: null }))),
    { selector: ({ id }) => id, minLength: 1, maxLength: 6 },
  )
  .map((samples) => ({ set: setOf({ kind: 'mixed' }, 'mixed'), samples, target: { kind: 'mixed' as const } }));

async function bytesOf(set: SampleSet, samples: readonly Sample[], format: ExportFormat): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of exportSamples(set, samples, format, createPacer())) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe.each(exportFormats)('export as %s, then import', (format) => {
  it('gives the identical set', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(bound, mixed), async ({ set, samples, target }) => {
        const bytes = await bytesOf(set, samples, format);
        const back = await importSamples({ name: `set.${format}`, bytes }, target, noChoices);
        expect(back.report.questions).toEqual([]);
        expect(back.samples.map((sample) => ({ ...sample, origin: null }))).toEqual(samples);
        const [before, after] = await Promise.all(
          [samples, back.samples].map((list) => sampleSetSha256(list, set.binding, createPacer())),
        );
        expect(after).toBe(before);
        // And once more, to the byte.
        expect(await bytesOf(set, back.samples, format)).toEqual(bytes);
      }),
      { numRuns: 150 },
    );
  });

  it('keeps an empty set empty', async () => {
    const set = setOf({ kind: 'mixed' }, 'none');
    const bytes = await bytesOf(set, [], format);
    if (bytes.length === 0) return;
    const { report } = await importSamples({ name: `set.${format}`, bytes }, { kind: 'mixed' }, noChoices);
    expect(report).toMatchObject({ rows_read: 0, used: 0, ready: false });
  });
});
