import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPacer } from './pacer.ts';
import type { Sample } from './sample.ts';
import { isTune, splitSamples } from './split-samples.ts';

const sampleOf = (id: string, text: string, group: string | null = null): Sample => ({
  id,
  evidence: { format: 'text', text },
  label: null,
  group,
  note: '',
  disputed: false,
  suggestion: null,
  question: null,
  tags: {},
  origin: null,
});
const split = (samples: readonly Sample[], share = 0.5) => splitSamples(samples, share, createPacer());

/** The definition, in other words: the first eight hexadecimal digits as a number. */
const expected = (name: string, share: number) =>
  Number.parseInt(createHash('sha256').update(name).digest('hex').slice(0, 8), 16) < share * 4294967296
    ? 'tune'
    : 'test';

const word = fc.string({ unit: 'grapheme', minLength: 1 });

describe('splitSamples', () => {
  it('hashes the group, else the evidence as version 1 of the prompt writes it', async () => {
    // sha256('"a"') begins with ac8d8342, sha256('a') with ca978112, sha256('g') with cd0aa985, sha256('x') with 2d711642.
    expect(expected('"a"', 0.675)).toBe('tune');
    expect((await split([sampleOf('1', 'a')], 0.675)).get('1')).toBe('tune');
    expect((await split([sampleOf('1', 'a')], 0.674)).get('1')).toBe('test');
    expect((await split([sampleOf('1', 'a', 'x')], 0.178)).get('1')).toBe('tune');
    expect((await split([sampleOf('1', 'a', 'x')], 0.177)).get('1')).toBe('test');
    const json: Sample = { ...sampleOf('1', ''), evidence: { format: 'json', text: '{"n":1e5,"é":[1.0]}' } };
    const part = (await split([json], 0.5)).get('1');
    expect(part).toBe(expected('{"n": 100000.0, "é": [1.0]}', 0.5));
  });

  it('gives each sample the part of its definition when no evidence is in two groups', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(word, fc.option(fc.constantFrom('g', 'h', 'x'))), { selector: ([text]) => text }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (rows, share) => {
          const parts = await split(
            rows.map(([text, group], index) => sampleOf(`${index}`, text, group)),
            share,
          );
          for (const [index, [text, group]] of rows.entries()) {
            expect(parts.get(`${index}`)).toBe(expected(group ?? JSON.stringify(text), share));
          }
        },
      ),
    );
  });

  it('never parts a group, nor equal evidence, and does not depend on the order', async () => {
    const text = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const group = fc.option(fc.constantFrom('g1', 'g2', 'g3', 'g4'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, group)),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (rows, share) => {
          const samples = rows.map(([evidence, name], index) => sampleOf(`${index}`, evidence, name));
          const parts = await split(samples, share);
          for (const a of samples) {
            for (const b of samples) {
              const together = a.evidence.text === b.evidence.text || (a.group !== null && a.group === b.group);
              if (together) expect(parts.get(a.id)).toBe(parts.get(b.id));
            }
          }
          expect(new Map([...(await split([...samples].reverse(), share))].sort())).toEqual(new Map([...parts].sort()));
        },
      ),
    );
  });

  it('names joined groups by the smallest', async () => {
    // g1 and g2 share "b", g2 and g3 share "c"; a sample without a group joins by its evidence.
    const samples = [
      sampleOf('1', 'b', 'g3'),
      sampleOf('2', 'b', 'g2'),
      sampleOf('3', 'c', 'g2'),
      sampleOf('4', 'c', 'g1'),
      sampleOf('5', 'b'),
    ];
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const parts = new Set((await split(samples, share)).values());
      expect([...parts]).toEqual([expected('g1', share)]);
    }
  });

  it('puts nothing or everything into tune at the ends', () => {
    fc.assert(
      fc.property(word, (name) => {
        expect(isTune(name, 0)).toBe(false);
        expect(isTune(name, 1)).toBe(true);
      }),
    );
  });
});
