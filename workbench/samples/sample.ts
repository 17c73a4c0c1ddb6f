import { z } from 'zod';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_ID_LENGTH,
  MAX_OPTIONS,
  MAX_QUESTION_LENGTH,
  MAX_STATE_LENGTH,
  MIN_OPTIONS,
} from '../../adapter/decision/decision-limits.ts';
import { MAX_NAME_LENGTH, MAX_NOTE_LENGTH } from './sample-limits.ts';

/**
 * The evidence of a sample. `text` is the text itself; `json` is JSON text of an object or array, on one line, its
 * keys in their order and its numbers with the digits that they were written with.
 */
export const sampleEvidenceSchema = z.strictObject({
  format: z.enum(['text', 'json']),
  text: z.string().min(1).max(MAX_STATE_LENGTH),
});
export type SampleEvidence = z.infer<typeof sampleEvidenceSchema>;

export const sampleOptionSchema = z.strictObject({
  id: z.string().min(1).max(MAX_ID_LENGTH),
  description: z.string().max(MAX_DESCRIPTION_LENGTH),
});
export type SampleOption = z.infer<typeof sampleOptionSchema>;

/** A question with its options: what a bound set asks of all its samples, or a mixed set's sample brings itself. */
export const sampleQuestionSchema = z.strictObject({
  kind: z.enum(['choice', 'yes-no', 'score']),
  question: z.string().min(1).max(MAX_QUESTION_LENGTH),
  options: z.array(sampleOptionSchema).min(MIN_OPTIONS).max(MAX_OPTIONS),
});
export type SampleQuestion = z.infer<typeof sampleQuestionSchema>;

/** What a model or another tool proposed; it never counts as a label. */
export const suggestionSchema = z.strictObject({
  label: z.string().min(1),
  /** Probability of the label, 0 to 1; null when nobody said. */
  confidence: z.number().min(0).max(1).nullable(),
  /** Who proposed it: a configuration's hash or a tool's name. */
  by: z.string().max(MAX_NAME_LENGTH),
});
export type Suggestion = z.infer<typeof suggestionSchema>;

// Records lose a key of this name, so it is refused before it could be lost.
const tagNameSchema = z
  .string()
  .max(MAX_NAME_LENGTH)
  .refine((name) => name !== '__proto__');

const tagsSchema = z.record(tagNameSchema, z.string().max(MAX_NAME_LENGTH));

/** One labelled (or unlabelled) case. Absent fields of a stored line have their defaults. */
export const sampleSchema = z.strictObject({
  /** Unique in its set. */
  id: z.string().min(1).max(MAX_ID_LENGTH),
  evidence: sampleEvidenceSchema,
  /** The id of the right option; null while nobody has labelled it. */
  label: z.string().min(1).nullable().default(null),
  /** Samples of a group belong together: a split never parts them, and intervals resample them as one. */
  group: z.string().min(1).max(MAX_NAME_LENGTH).nullable().default(null),
  note: z.string().max(MAX_NOTE_LENGTH).default(''),
  /** People do not agree on the label. */
  disputed: z.boolean().default(false),
  suggestion: suggestionSchema.nullable().default(null),
  /** Its own question, in a mixed set; null in a set that is bound to one decision. */
  question: sampleQuestionSchema.nullable().default(null),
  /** What its source says about it (`split`, `domain`), to count by. No part of its identity. */
  tags: tagsSchema.default({}),
  /** The file and the line (or spreadsheet row) that it was imported from. No part of its identity. */
  origin: z
    .strictObject({ file: z.string(), line: z.number().int().min(1) })
    .nullable()
    .default(null),
});
export type Sample = z.infer<typeof sampleSchema>;
