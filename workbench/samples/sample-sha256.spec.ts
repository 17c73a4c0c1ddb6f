import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPacer } from './pacer.ts';
import type { Sample } from './sample.ts';
import type { Binding } from './sample-set.ts';
import { sampleSetSha256, sampleSha256 } from './sample-sha256.ts';

const binding: Extract<Binding, { kind: 'bound' }> = {
  kind: 'bound',
  decision: null,
  question: {
    kind: 'choice',
    question: 'Which?',
    options: [
      { id: 'b', description: '' },
      { id: 'a', description: '' },
    ],
  },
};
const sampleOf = (id: string, text: string, label: string | null): Sample => ({
  id,
  evidence: { format: 'text', text },
  label,
  group: null,
  note: '',
  disputed: false,
  suggestion: null,
  question: null,
  tags: {},
  origin: null,
});
const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');
const hash = (samples: readonly Sample[], bound: Binding = binding) => sampleSetSha256(samples, bound, createPacer());

describe('sampleSetSha256', () => {
  it('is what its description says, written out by hand', async () => {
    const first = sha256('{"evidence":"\\"é\\"","group":null,"id":"1","options":["b","a"],"question":null}');
    const second = sha256('{"evidence":"\\"x\\"","group":null,"id":"2","options":["b","a"],"question":null}');
    expect(sampleSha256(sampleOf('1', 'é', 'a'), binding)).toBe(first);
    const lines = [`["${first}","a"]`, `["${second}",null]`].sort();
    expect(await hash([sampleOf('1', 'é', 'a'), sampleOf('2', 'x', null)])).toBe(sha256(`[${lines.join(',')}]`));
    expect(await hash([])).toBe(sha256('[]'));
  });

  it('does not depend on the order, nor on what is no part of a sample', async () => {
    const texts = fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1 }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(texts, fc.infiniteStream(fc.constantFrom('a', 'b', null)), async (ids, labels) => {
        const samples = ids.map((id) => sampleOf(id, `about ${id}`, labels.next().value));
        const marked = samples.map((sample) => ({ ...sample, note: 'n', disputed: true, tags: { a: 'b' } }));
        expect(await hash([...marked].reverse())).toBe(await hash(samples));
      }),
    );
  });

  it('changes with id, evidence, label, group, option ids and own question', async () => {
    const sample = sampleOf('1', 'x', 'a');
    const renamed: Binding = { ...binding, question: { ...binding.question, options: [{ id: 'c', description: '' }] } };
    const reworded: Binding = { ...binding, question: { ...binding.question, question: 'What?' } };
    const others = [
      await hash([{ ...sample, id: '2' }]),
      await hash([{ ...sample, evidence: { format: 'text', text: 'y' } }]),
      await hash([{ ...sample, evidence: { format: 'json', text: '["x"]' } }]),
      await hash([{ ...sample, label: 'b' }]),
      await hash([{ ...sample, label: null }]),
      await hash([{ ...sample, group: 'g' }]),
      await hash([sample], renamed),
      await hash([{ ...sample, question: binding.question }], { kind: 'mixed' }),
      await hash([sample]),
    ];
    expect(new Set(others).size).toBe(others.length);
    // A wording is a difference of configuration and not of the set.
    expect(await hash([sample], reworded)).toBe(await hash([sample]));
  });
});
