import type { QuestionKind } from '../../../adapter/decision/decision.ts';
import { letterOf } from '../letter-of.ts';
import type { SampleOption } from '../sample.ts';

/** The ways in which a label can name an option. */
export const labelReadings = ['id', 'text', 'letter', 'index-0', 'index-1', 'truth'] as const;
export type LabelReading = (typeof labelReadings)[number];

/** What a reading is called. */
export const readingNames: Record<LabelReading, string> = {
  id: 'the name of the option',
  text: 'the text of the option',
  letter: 'a letter: A is the first option',
  'index-0': 'a position counted from 0',
  'index-1': 'a position counted from 1',
  truth: 'true or false: true is the first option',
};

export interface LabelledQuestion {
  kind: QuestionKind;
  options: readonly SampleOption[];
}

const TRUE = new Set(['true', 'yes', 'y', '1', '1.0']);
const FALSE = new Set(['false', 'no', 'n', '0', '0.0']);

/** The option that a label names when it is read that way; null when it names none, or more than one. */
export function readLabel(text: string, reading: LabelReading, question: LabelledQuestion): string | null {
  const { options } = question;
  switch (reading) {
    case 'id':
      return options.some(({ id }) => id === text) ? text : null;
    case 'text': {
      const same = options.filter(({ description }) => description === text);
      return same.length === 1 ? (same[0]?.id ?? null) : null;
    }
    case 'letter': {
      const letter = text.trim().toUpperCase();
      return options.find((_, index) => letterOf(index) === letter)?.id ?? null;
    }
    case 'index-0':
      return optionAt(options, text, 0);
    case 'index-1':
      return optionAt(options, text, 1);
    case 'truth': {
      if (question.kind !== 'yes-no') return null;
      const word = text.trim().toLowerCase();
      if (TRUE.has(word)) return options[0]?.id ?? null;
      return FALSE.has(word) ? (options[1]?.id ?? null) : null;
    }
  }
}

/** pandas writes an integer column with gaps as 1.0, 2.0. */
function optionAt(options: readonly SampleOption[], text: string, base: number): string | null {
  const digits = /^\s*(\d{1,9})(?:\.0+)?\s*$/.exec(text)?.[1];
  return digits === undefined ? null : (options[Number(digits) - base]?.id ?? null);
}
