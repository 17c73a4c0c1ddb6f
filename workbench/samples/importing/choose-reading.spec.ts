import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPacer } from '../pacer.ts';
import { chooseReading, type OpenLabel } from './choose-reading.ts';
import { readLabel } from './label-readings.ts';

const question = (kind: 'choice' | 'yes-no', ...options: [string, string][]) => ({
  kind,
  options: options.map(([id, description]) => ({ id, description })),
});
const four = question('choice', ['A', 'red'], ['B', 'green'], ['C', 'blue'], ['D', 'grey']);
const choose = async (texts: string[], asked = four, madeUpIds = true) => {
  const labels: OpenLabel[] = texts.map((text) => ({ text, question: asked, madeUpIds }));
  return (await chooseReading(labels, createPacer())).reading;
};

describe('chooseReading', () => {
  it.each([
    ['a zero decides', ['0', '1', '2'], 'index-0'],
    ['the number of options decides', ['1', '2', '4'], 'index-1'],
    ['both bases fit', ['1', '2', '3'], null],
    ['letters', ['A', 'D'], 'id'],
    ['small letters', ['a', 'd'], 'letter'],
    ['texts', ['red', 'grey'], 'text'],
    ['one stray label among positions', ['0', '1', '3', '2', 'none'], 'index-0'],
    ['nothing fits', ['x', 'y'], 'id'],
  ])('%s', async (_, texts, reading) => {
    expect(await choose(texts)).toBe(reading);
  });

  it('takes names that exist before anything else, unless something else explains more', async () => {
    const numbers = question('choice', ['1', ''], ['2', ''], ['3', '']);
    expect(await choose(['1', '2', '3'], numbers, false)).toBe('id');
    // 0 is no name here: names explain a part, positions everything.
    expect(await choose(['0', '1', '2'], numbers, false)).toBe(null);
    expect(await choose(['1', '2', 'other'], numbers, false)).toBe('id');
  });

  it('asks when a text is also a letter of another option', async () => {
    const swapped = question('choice', ['A', 'B'], ['B', 'A']);
    expect(await choose(['A', 'B'], swapped)).toBe(null);
    expect(await choose(['A', 'B'], question('choice', ['A', 'A'], ['B', 'B']))).toBe('id');
  });

  it('reads yes and no in all spellings, for yes-or-no questions alone', async () => {
    const asked = question('yes-no', ['safe', ''], ['unsafe', '']);
    expect(await choose(['TRUE', 'no', 'Yes'], asked, false)).toBe('truth');
    expect(['yes', 'false', 'maybe'].map((text) => readLabel(text, 'truth', asked))).toEqual(['safe', 'unsafe', null]);
    expect(readLabel('yes', 'truth', { ...asked, kind: 'choice' })).toBe(null);
    // 1 may be the first position or the word true: which of them, a person knows.
    expect(await choose(['1', '0'], asked, false)).toBe(null);
  });

  it('never takes a base that another one contradicts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1 }), async (numbers) => {
        const reading = await choose(numbers.map(String));
        const zero = numbers.every((number) => number <= 3);
        const one = numbers.every((number) => number >= 1);
        if (zero && one) expect(reading).toBe(null);
        else if (zero) expect(reading).toBe('index-0');
        else if (one) expect(reading).toBe('index-1');
      }),
    );
  });
});
