import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partOf, splitSamples } from './split.ts';

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

describe('splitSamples', () => {
  it('follows the first 32 bits of SHA-256 of the group, else of the evidence', () => {
    // SHA-256 of “a” begins with ca978112, of “b” with 3e23e816.
    const parts = splitSamples(
      [
        { group: null, evidence: 'a' },
        { group: null, evidence: 'b' },
        { group: 'b', evidence: 'anything' },
        { group: 'a', evidence: 'else' },
      ],
      sha256,
    );
    expect(parts).toEqual(['test', 'tune', 'tune', 'test']);
  });

  it('puts the border at share · 2³²', () => {
    expect(partOf('7fffffff00', 0.5)).toBe('tune');
    expect(partOf('8000000000', 0.5)).toBe('test');
    expect(partOf('ffffffff00', 1)).toBe('tune');
    expect(partOf('0000000000', 0)).toBe('test');
  });

  it('has no group and no text in both parts, and does not depend on the order of the samples', () => {
    const sample = fc.record({
      group: fc.option(fc.constantFrom('g1', 'g2', 'g3', 'g4', 'g5', 'g6')),
      evidence: fc.constantFrom('t1', 't2', 't3', 't4', 't5', 't6', 't7', 't8'),
    });
    fc.assert(
      fc.property(fc.array(sample, { maxLength: 12 }), (samples) => {
        const parts = splitSamples(samples, sha256);
        for (const key of ['group', 'evidence'] as const) {
          const seen = new Map<string, string>();
          for (const [i, { [key]: value }] of samples.entries()) {
            if (value === null) continue;
            expect(seen.get(value) ?? parts[i]).toBe(parts[i]);
            seen.set(value, parts[i] ?? '');
          }
        }
        expect(splitSamples(samples.toReversed(), sha256).toReversed()).toEqual(parts);
      }),
    );
  });

  it('joins groups through a chain of shared texts, under the name that sorts first', () => {
    const chain = [
      { group: 'c', evidence: '1' },
      { group: 'b', evidence: '1' },
      { group: 'b', evidence: '2' },
      { group: 'a', evidence: '2' },
      { group: null, evidence: '1' },
    ];
    expect(new Set(splitSamples(chain, (text) => (text === 'a' ? '00000000' : 'ffffffff')))).toEqual(new Set(['tune']));
  });

  it('takes about the share', () => {
    const samples = Array.from({ length: 2000 }, (_, i) => ({ group: null, evidence: `sample ${i}` }));
    const tuned = splitSamples(samples, sha256, 0.3).filter((part) => part === 'tune').length;
    expect(tuned / 2000).toBeCloseTo(0.3, 1);
  });
});
