import { z } from 'zod';
import {
  MAX_DECISIONS,
  MAX_DESCRIPTION_LENGTH,
  MAX_ID_LENGTH,
  MAX_OPTIONS,
  MAX_QUESTION_LENGTH,
  MIN_OPTIONS,
} from '../../decision/decision-limits.ts';
import { decisionResultSchema } from '../../score/result.ts';

// The forms as others read them. Bodies are read without loss by adapter/decision, which these must agree with.

const optionSchema = z.strictObject({
  id: z.string().min(1).max(MAX_ID_LENGTH).describe('Your own name of the option; the result repeats it.'),
  description: z.string().max(MAX_DESCRIPTION_LENGTH).describe('What the model reads; may be empty.'),
});

export const decisionSchema = z.strictObject({
  id: z.string().min(1).max(MAX_ID_LENGTH).describe('Your own; returned, never shown to the model.'),
  state: z
    .union([z.string().min(1), z.record(z.string(), z.unknown()), z.array(z.unknown())])
    .describe('The evidence. An object or array reaches the prompt as it was written.'),
  question: z.string().min(1).max(MAX_QUESTION_LENGTH),
  options: z.array(optionSchema).min(MIN_OPTIONS).max(MAX_OPTIONS),
  kind: z.enum(['choice', 'yes-no', 'score']).default('choice').optional(),
});

export const decisionsRequestSchema = z.union([
  z.strictObject({ decision: decisionSchema }),
  z.strictObject({ decisions: z.array(decisionSchema).min(1).max(MAX_DECISIONS) }),
]);

export const decisionsAnswerSchema = z.union([
  z.strictObject({ result: decisionResultSchema }),
  z.strictObject({
    results: z.array(decisionResultSchema),
    timing: z.strictObject({ total_seconds: z.number(), wait_seconds: z.number() }),
  }),
]);

export const decisionsErrorSchema = z.strictObject({
  error: z.string().describe('What happened and why.'),
  retryable: z.boolean().describe('Whether the same request may succeed later.'),
  code: z.string().optional().describe('Stable name of what is wrong with the request.'),
  next: z.string().optional().describe('What to do.'),
  request_id: z.string(),
  fields: z
    .array(z.strictObject({ path: z.string(), message: z.string(), limit: z.string().optional() }))
    .optional()
    .describe('What is wrong with which field; as many as fit into 2,000 characters.'),
});
