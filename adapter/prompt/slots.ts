import { MAX_OPTIONS } from '../decision/decision-limits.ts';
import { Fault } from '../fault.ts';
import { type LetterPromptVersion, letterPrompts, V1_MAX_OPTIONS } from './prompts.ts';

/** An answer slot: the label that the model reads beside an option, and the token that stands for choosing it. */
export interface Slot {
  label: string;
  token: number;
}

/**
 * The token of a label at the answer position, or null when the label is not exactly one token there. Asked of the
 * engine's tokenizer, or of a file's token list (label-vocabulary.ts).
 */
export type TokenOfLabel = (label: string) => number | null;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
// No vocabulary holds many longer runs of capitals as single tokens.
const MAX_LABEL_LENGTH = 3;

/** Labels in the order in which they become slots: A to Z, AA to ZZ, AAA to ZZZ. */
export function* slotLabels(): Generator<string> {
  let shorter = [''];
  for (let length = 1; length <= MAX_LABEL_LENGTH; length++) {
    const labels = shorter.flatMap((start) => Array.from(ALPHABET, (letter) => start + letter));
    yield* labels;
    shorter = labels;
  }
}

/**
 * The slots for a number of options. With at most 16 they are the letters A to P, whatever the version; with more, the
 * first labels that are one distinct token each.
 * @throws Fault TOO_MANY_OPTIONS when the version or the model has too few; SLOT_NOT_ONE_TOKEN when one of A to P is not
 * one token of its own
 */
export function chooseSlots(version: LetterPromptVersion, optionCount: number, tokenOf: TokenOfLabel): Slot[] {
  assertOptionCount(version, optionCount);
  const fixed = optionCount <= V1_MAX_OPTIONS;
  const slots: Slot[] = [];
  const used = new Map<number, string>();
  for (const label of slotLabels()) {
    if (slots.length === optionCount) return slots;
    const token = tokenOf(label);
    const earlier = token === null ? undefined : used.get(token);
    if (token !== null && earlier === undefined) {
      used.set(token, label);
      slots.push({ label, token });
    } else if (fixed) throw notOneToken(label, earlier);
  }
  throw new Fault(
    'TOO_MANY_OPTIONS',
    `The decision has ${optionCount} options, but this model has single tokens for ${slots.length} labels only.`,
    'Use the texts readout, which needs no slots, or fewer options.',
    { fields: [{ path: 'options', message: 'Too many for this model.', limit: `at most ${slots.length} options` }] },
  );
}

/**
 * The labels alone, when no vocabulary is at hand: right for any model with at most 16 options; with more, right where
 * every label is one token.
 */
export function assumedLabels(version: LetterPromptVersion, optionCount: number): string[] {
  let token = 0;
  return chooseSlots(version, optionCount, () => token++).map(({ label }) => label);
}

/** @throws Fault TOO_MANY_OPTIONS, offering version 2 where version 1 is too small */
export function assertOptionCount(version: LetterPromptVersion, optionCount: number): void {
  const { maxOptions } = letterPrompts[version];
  if (optionCount <= maxOptions) return;
  const next =
    version === 'direct-options-v1'
      ? `Choose the prompt direct-options-v2: the same words, with up to ${MAX_OPTIONS} options. It is another prompt, so its accuracy is measured anew.`
      : 'Use fewer options.';
  throw new Fault(
    'TOO_MANY_OPTIONS',
    `The decision has ${optionCount} options; the prompt ${version} has slots for ${maxOptions}.`,
    next,
    { fields: [{ path: 'options', message: 'Too many for this prompt.', limit: `at most ${maxOptions} options` }] },
  );
}

function notOneToken(label: string, earlier: string | undefined): Fault {
  const why = earlier === undefined ? 'is not exactly one token' : `is the same token as ${earlier}`;
  return new Fault(
    'SLOT_NOT_ONE_TOKEN',
    `The slot ${label} ${why} for this model at the answer position, so its answer cannot be read.`,
    'Use the texts readout with this model, or another model.',
  );
}
