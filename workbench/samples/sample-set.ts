import { z } from 'zod';
import { sampleQuestionSchema } from './sample.ts';
import { MAX_NAME_LENGTH } from './sample-limits.ts';

/** A question of a decision document of the workspace. */
export const decisionReferenceSchema = z.strictObject({ document_id: z.string(), question_id: z.string() });

export type DecisionReference = z.infer<typeof decisionReferenceSchema>;

/**
 * What a set's samples are asked. Bound: one question for all, kept as it was when the set was made, so that a changed
 * decision can be compared with it. Mixed: each sample brings its own.
 */
export const bindingSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('bound'),
    /** The decision document and the question in it that the set was made for; null when it came without. */
    decision: decisionReferenceSchema.nullable(),
    question: sampleQuestionSchema,
  }),
  z.strictObject({ kind: z.literal('mixed') }),
]);
export type Binding = z.infer<typeof bindingSchema>;

/** Share of the samples that belong to `tune`, unless the set says otherwise. */
export const DEFAULT_TUNE_SHARE = 0.5;

/** `samples/<id>/set.json`. */
export const sampleSetSchema = z.strictObject({
  format: z.literal(1),
  /** UUID version 7; also the folder's name. */
  id: z.uuidv7(),
  name: z.string().min(1).max(MAX_NAME_LENGTH),
  binding: bindingSchema,
  /** 0 to 1; see split-samples.ts. */
  tune_share: z.number().min(0).max(1),
  created_at: z.iso.datetime(),
  changed_at: z.iso.datetime(),
});
export type SampleSet = z.infer<typeof sampleSetSchema>;
