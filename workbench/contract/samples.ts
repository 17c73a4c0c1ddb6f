import { z } from 'zod';
import { sampleSchema } from '../samples/sample.ts';
import { sampleSetSchema } from '../samples/sample-set.ts';

/** A set with its counts, as lists show it. */
export const sampleSetSummarySchema = z.object({
  set: sampleSetSchema,
  samples: z.number().int(),
  labelled: z.number().int(),
  disputed: z.number().int(),
  /** Parts of the labelled samples; see evaluation.md, splits. */
  tune: z.number().int(),
  test: z.number().int(),
  /** Hash over the sorted sample hashes and labels. */
  sha256: z.string(),
});
export type SampleSetSummary = z.infer<typeof sampleSetSummarySchema>;

/** Where a row may stand and how the rows are ordered; the answer is a window of what is left. */
export const sampleQuerySchema = z.strictObject({
  id: z.uuidv7(),
  /** Words that must all occur in evidence, id, note or label; case is ignored. */
  search: z.string(),
  label: z.union([z.literal('any'), z.literal('none'), z.strictObject({ option: z.string() })]),
  part: z.enum(['any', 'tune', 'test']),
  only: z.enum(['all', 'disputed', 'suggested', 'duplicates', 'misfits']),
  sort: z.enum(['as-imported', 'id', 'label', 'uncertain-first', 'length']),
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(500),
});
export type SampleQuery = z.infer<typeof sampleQuerySchema>;

export const sampleRowSchema = z.object({
  sample: sampleSchema,
  part: z.enum(['tune', 'test']),
  /** Ids of other samples with the same evidence. */
  equal_evidence: z.array(z.string()),
  /** Why it does not fit the decision as it is now, in words; null when it fits. */
  misfit: z.string().nullable(),
});
export type SampleRow = z.infer<typeof sampleRowSchema>;

const { shape } = sampleSchema;

/** Without the defaults of a stored line: a field that is absent stays as it is. */
const changeableSchema = z.strictObject({
  label: shape.label.unwrap().optional(),
  note: shape.note.unwrap().optional(),
  disputed: shape.disputed.unwrap().optional(),
  group: shape.group.unwrap().optional(),
  evidence: shape.evidence.optional(),
  suggestion: shape.suggestion.unwrap().optional(),
});

/** One change of one sample. The answer holds the state before, so that a change can be taken back. */
export const sampleEditSchema = z.discriminatedUnion('edit', [
  z.strictObject({
    edit: z.literal('change'),
    id: z.string(),
    change: changeableSchema,
  }),
  /** At the end of the set, or ahead of the sample with this id, as long as that is there. */
  z.strictObject({ edit: z.literal('add'), sample: sampleSchema, ahead_of: z.string().optional() }),
  z.strictObject({ edit: z.literal('remove'), id: z.string() }),
]);
export type SampleEdit = z.infer<typeof sampleEditSchema>;

export const exportFormatSchema = z.enum(['csv', 'json', 'jsonl', 'parquet', 'jevl']);
