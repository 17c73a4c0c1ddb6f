import { z } from 'zod';
import { columnMappingSchema, formatNames } from '../formats/sample-format.ts';
import { separators } from '../reading/separators.ts';
import { textEncodings } from '../reading/text-encodings.ts';
import { sampleQuestionSchema } from '../sample.ts';
import { decisionReferenceSchema } from '../sample-set.ts';
import { labelReadings } from './label-readings.ts';

/** What a person decided about an import; null and absent mean that the proposal holds, or that it is still open. */
export const importChoicesSchema = z.strictObject({
  encoding: z.enum(textEncodings).nullable().default(null),
  separator: z.enum(separators).nullable().default(null),
  /** The sheet of a spreadsheet; the first visible one when null. */
  sheet: z.string().nullable().default(null),
  format: z.enum(formatNames).nullable().default(null),
  columns: columnMappingSchema.nullable().default(null),
  /** Which of a row's questions is imported. */
  question: z.string().nullable().default(null),
  /** What counts when people disagree; the samples are marked as disputed. `skip` leaves them unlabelled. */
  annotations: z.enum(['majority', 'first', 'skip']).nullable().default(null),
  reading: z.enum(labelReadings).nullable().default(null),
  /** Whether labels that differ from an option in case, white space or Unicode form only are taken for it. */
  ignore_case_and_space: z.boolean().nullable().default(null),
  /** What a label that is no option means: an option's id, or null for unlabelled. */
  labels: z.array(z.strictObject({ text: z.string(), option: z.string().nullable() })).default([]),
  /** Rows at fault are left out; otherwise nothing is imported while there is one. */
  leave_out_faulty: z.boolean().default(false),
});
export type ImportChoices = z.infer<typeof importChoicesSchema>;

export const noChoices: ImportChoices = importChoicesSchema.parse({});

/** What the imported set will be asked. */
export const importTargetSchema = z.discriminatedUnion('kind', [
  /** One decision, whose options exist. */
  z.strictObject({
    kind: z.literal('bound'),
    decision: decisionReferenceSchema.nullable(),
    question: sampleQuestionSchema,
  }),
  /** Each row brings its own question. */
  z.strictObject({ kind: z.literal('mixed') }),
  /** One decision that is made of the file: of the rows' question, or of the distinct labels. */
  z.strictObject({ kind: z.literal('new'), question: z.string().min(1) }),
]);
export type ImportTarget = z.infer<typeof importTargetSchema>;
