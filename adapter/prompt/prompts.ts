import { MAX_OPTIONS } from '../decision/decision-limits.ts';
import type { PromptVersion } from './rendered-prompt.ts';

/** A part of the user message. */
export type PromptPart = 'evidence' | 'criterion' | 'options';

/** A prompt for answer letters, as data: what the system message says, and how the user message is laid out. */
export interface LetterPrompt {
  version: PromptVersion;
  system: string;
  /** The user message is one JSON object of these parts, in this order. */
  parts: readonly PromptPart[];
  keys: Record<PromptPart | 'letter' | 'description', string>;
  /** The part that ends what several questions on one evidence, or several samples of one question, share. */
  sharedThrough: PromptPart;
  maxOptions: number;
}

export type LetterPromptVersion = Exclude<PromptVersion, 'plain-text-v1'>;

/** Slots of version 1: the letters A to P. */
export const V1_MAX_OPTIONS = 16;

const SYSTEM =
  'Apply the supplied criterion to the supplied evidence. Choose exactly one listed option. ' +
  'Respond with only its uppercase letter, with no explanation or reasoning.';

const KEYS = {
  evidence: 'evidence',
  criterion: 'criterion',
  options: 'options',
  letter: 'letter',
  description: 'description',
} as const;

/**
 * Every prompt for letters. `direct-options-v1` is an interoperability constant: other scorers publish the SHA-256 of
 * the same text, so not a byte of it may change. A new wording is a new version.
 */
export const letterPrompts: Record<LetterPromptVersion, LetterPrompt> = {
  'direct-options-v1': {
    version: 'direct-options-v1',
    system: SYSTEM,
    parts: ['evidence', 'criterion', 'options'],
    keys: KEYS,
    sharedThrough: 'evidence',
    maxOptions: V1_MAX_OPTIONS,
  },
  'direct-options-v2': {
    version: 'direct-options-v2',
    system: SYSTEM,
    parts: ['evidence', 'criterion', 'options'],
    keys: KEYS,
    sharedThrough: 'evidence',
    maxOptions: MAX_OPTIONS,
  },
  'question-first-v1': {
    version: 'question-first-v1',
    system: SYSTEM,
    parts: ['criterion', 'options', 'evidence'],
    keys: KEYS,
    sharedThrough: 'options',
    maxOptions: MAX_OPTIONS,
  },
};

/** The evidence that stands in when the texts readout asks how likely an option's text is without any. */
export const NO_EVIDENCE = 'N/A';

/**
 * The version that a result reports: `direct-options-v2` with options that version 1 has slots for is version 1, so that
 * its hash compares with that of others.
 */
export function reportedVersion(version: PromptVersion, optionCount: number): PromptVersion {
  return version === 'direct-options-v2' && optionCount <= V1_MAX_OPTIONS ? 'direct-options-v1' : version;
}
