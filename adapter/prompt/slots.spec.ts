import { describe, expect, it } from 'vitest';
import { labelTokensOf } from './label-vocabulary.ts';
import { assumedLabels, chooseSlots, slotLabels } from './slots.ts';

const each = (label: string) => Number.parseInt(label, 36);

describe('slots', () => {
  it('are A to Z, then AA to ZZ, then AAA', () => {
    const labels = [...slotLabels()];
    expect(labels.slice(0, 3)).toEqual(['A', 'B', 'C']);
    expect(labels.slice(24, 29)).toEqual(['Y', 'Z', 'AA', 'AB', 'AC']);
    expect(labels.slice(700, 704)).toEqual(['ZY', 'ZZ', 'AAA', 'AAB']);
    expect(new Set(labels).size).toBe(26 + 26 ** 2 + 26 ** 3);
  });

  it.each([2, 16, 17, 26, 64, 128, 255])('give %i options a label each', (count) => {
    const labels = assumedLabels('direct-options-v2', count);
    expect(labels).toHaveLength(count);
    expect(new Set(labels).size).toBe(count);
  });

  it('pass over labels that are not one token, or the token of another, once there are more than 16', () => {
    const token = (label: string) => (label === 'C' ? null : label === 'E' ? each('D') : each(label));
    const labels = chooseSlots('direct-options-v2', 17, token).map((slot) => slot.label);
    expect(labels).toEqual([...'ABDFGHIJKLMNOPQRS']);
    expect(chooseSlots('question-first-v1', 17, token).map((slot) => slot.token)).toEqual(labels.map(each));
  });

  it('are A to P and nothing else up to 16: a label that fails is named', () => {
    const token = (label: string) => (label === 'C' ? null : each(label));
    expect(chooseSlots('direct-options-v2', 2, token).map((slot) => slot.label)).toEqual(['A', 'B']);
    const error = expect.objectContaining({ code: 'SLOT_NOT_ONE_TOKEN', message: expect.stringContaining('slot C ') });
    expect(() => chooseSlots('direct-options-v1', 3, token)).toThrow(error);
    expect(() => chooseSlots('direct-options-v2', 3, token)).toThrow(error);
    expect(() => chooseSlots('direct-options-v1', 4, (label) => (label === 'D' ? each('B') : each(label)))).toThrow(
      expect.objectContaining({ code: 'SLOT_NOT_ONE_TOKEN', message: expect.stringContaining('same token as B') }),
    );
  });

  it('say how many a model has when they do not suffice', () => {
    const letters = (label: string) => (label.length === 1 ? each(label) : null);
    expect(chooseSlots('direct-options-v2', 26, letters)).toHaveLength(26);
    expect(() => chooseSlots('direct-options-v2', 27, letters)).toThrow(
      expect.objectContaining({ code: 'TOO_MANY_OPTIONS', message: expect.stringContaining('26 labels') }),
    );
  });

  it('are refused beyond the version, with the version that has more', () => {
    expect(() => chooseSlots('direct-options-v1', 17, each)).toThrow(
      expect.objectContaining({ code: 'TOO_MANY_OPTIONS', next: expect.stringContaining('direct-options-v2') }),
    );
  });
});

describe('labelTokensOf', () => {
  it('finds labels among the entries that text can become', () => {
    const token = labelTokensOf({ tokens: ['<s>', 'A', 'B', 'ĠC', 'AA', 'B'], tokenTypes: [3, 1, 3, 1, 4, 1] });
    expect(['A', 'B', 'C', 'AA', '<s>'].map(token)).toEqual([1, 5, null, 4, null]);
  });
});
