import { z } from 'zod';
import { MAX_LEVELS, MAX_OPTIONS, MIN_OPTIONS } from '../../decision/decision-limits.ts';
import { DEFAULT_MODEL, MAX_QUESTIONS } from './system-one-limits.ts';

// The forms as others read them. Bodies are read without loss by read-system-one.ts, which these must agree with.

/** Text that the model reads; an object or array is shown to it as JSON. */
export const textSchema = z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]);
const optionalText = textSchema.nullable().optional();

const noulQuestionSchema = z.looseObject({
  type: z.literal('noul'),
  instructions: optionalText,
  criteria: z.strictObject({ true: optionalText, false: optionalText }).nullable().optional(),
});
const choiceQuestionSchema = z.looseObject({
  type: z.literal('choice'),
  instructions: optionalText,
  criteria: z
    .record(z.string().min(1), textSchema.nullable())
    .describe(
      `Option names with a description or null, ${MIN_OPTIONS} to ${MAX_OPTIONS}, in the order of the options.`,
    ),
});
const scoreQuestionSchema = z.looseObject({
  type: z.literal('score'),
  instructions: optionalText,
  criteria: z.array(textSchema).min(MIN_OPTIONS).max(MAX_LEVELS).describe('Levels, low to high.'),
});

export const systemOneRequestSchema = z.looseObject({
  model: z
    .string()
    .default(DEFAULT_MODEL)
    .describe('`jev-*`, `default`, or the served model’s own name; the answer says which it was.')
    .optional(),
  state: textSchema.describe('The evidence.'),
  questions: z
    .record(
      z.string().min(1),
      z.discriminatedUnion('type', [noulQuestionSchema, choiceQuestionSchema, scoreQuestionSchema]),
    )
    .describe(`1 to ${MAX_QUESTIONS} questions by id; each is answered as if it were alone.`),
});

const probability = z.number().min(0).max(1);
const own = {
  x_option_mass: z
    .number()
    .nullable()
    .describe('Share of the next-token distribution on the options; null with texts.'),
  x_option_logits: z.record(z.string(), z.number()),
  x_probability_status: z.string(),
  x_order_flip: z.boolean().optional(),
  x_choice: z.string().nullable().optional(),
  x_abstained: z.boolean().optional(),
  x_reason: z.string().optional(),
  x_threshold: z.number().nullable().optional(),
};
const noulAnswerSchema = z.strictObject({ type: z.literal('noul'), noul: probability, ...own });
const choiceAnswerSchema = z.strictObject({
  type: z.literal('choice'),
  choice: z.string(),
  probabilities: z.record(z.string(), probability),
  confidence: probability,
  ...own,
});
const scoreAnswerSchema = z.strictObject({
  type: z.literal('score'),
  score: z.number(),
  legend: z.record(z.string(), textSchema),
  probabilities: z.record(z.string(), probability),
  confidence: probability,
  ...own,
});

export const systemOneAnswerSchema = z.strictObject({
  model: z.string(),
  answers: z.record(
    z.string(),
    z.discriminatedUnion('type', [noulAnswerSchema, choiceAnswerSchema, scoreAnswerSchema]),
  ),
  usage: z.strictObject({ input_tokens: z.number().int().nonnegative(), output_tokens: z.literal(0) }),
  x_configuration_sha256: z.string(),
});

export const validationErrorSchema = z.strictObject({
  detail: z.array(
    z.strictObject({
      loc: z.array(z.union([z.string(), z.number()])),
      msg: z.string(),
      type: z.string(),
    }),
  ),
  x_request_id: z.string(),
});
export const systemOneErrorSchema = z.strictObject({
  detail: z.strictObject({ error_type: z.string(), message: z.string() }),
  x_request_id: z.string(),
});

export const modelsSchema = z.strictObject({
  models: z.array(z.strictObject({ name: z.string(), description: z.string(), release_date: z.string() })),
});
