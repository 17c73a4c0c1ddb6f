import { z } from 'zod';
import { configurationSchema, costsSchema, verdictSchema } from '../../adapter/configuration/configuration.ts';

/** What a person wants to fix from a run; everything is computed on the tune part and checked on the test part. */
export const fitRequestSchema = z.strictObject({
  run_id: z.uuidv7(),
  /** Fit one temperature, and one bias for each option; kept only if held-out log loss improves. */
  temperature: z.boolean(),
  prior: z.boolean(),
  /** How to decide what to accept. */
  rule: z.discriminatedUnion('rule', [
    z.strictObject({ rule: z.literal('none') }),
    /** The lowest confidence whose one-sided bound of the accuracy reaches the target, on tune. */
    z.strictObject({
      rule: z.literal('target'),
      accuracy: z.number().gt(0).lt(1),
      /** With costs beside a threshold, the figures say what it would have cost; they choose nothing. */
      costs: costsSchema.optional(),
    }),
    /** A confidence that a person chose; with `accuracy` it is judged on test like one that was computed for it. */
    z.strictObject({
      rule: z.literal('confidence'),
      threshold: z.number().min(0).max(1),
      accuracy: z.number().gt(0).lt(1).optional(),
      costs: costsSchema.optional(),
    }),
    z.strictObject({
      rule: z.literal('per-option'),
      accuracy: z.number().gt(0).lt(1),
      costs: costsSchema.optional(),
    }),
    /** Cost of each wrong action `[true][chosen]`, options in order, and of abstaining. */
    costsSchema.extend({ rule: z.literal('costs') }),
  ]),
  /** What happens below the threshold: an option's id, or null to abstain. */
  fallback: z.string().nullable(),
});
export type FitRequest = z.infer<typeof fitRequestSchema>;

/** Figures of one part under the fitted rule. Intervals are 95 %. */
export const partFiguresSchema = z.object({
  n: z.number().int(),
  accepted: z.number().int(),
  right: z.number().int(),
  coverage: z.number().nullable(),
  accuracy: z.number().nullable(),
  accuracy_interval: z.tuple([z.number(), z.number()]).nullable(),
  /** One-sided 95 % Clopper-Pearson bound of the accuracy of what is accepted. */
  accuracy_lower_bound: z.number().nullable(),
  log_loss_before: z.number().nullable(),
  log_loss_after: z.number().nullable(),
  mean_cost: z.number().nullable(),
  mean_cost_interval: z.tuple([z.number(), z.number()]).nullable(),
});
export type PartFigures = z.infer<typeof partFiguresSchema>;

export const fitAnswerSchema = z.object({
  /** What would be saved. */
  configuration: configurationSchema,
  configuration_sha256: z.string(),
  temperature: z.object({ fitted: z.number(), kept: z.boolean(), why: z.string() }).nullable(),
  prior: z.object({ fitted: z.record(z.string(), z.number()), kept: z.boolean(), why: z.string() }).nullable(),
  threshold: z.number().nullable(),
  thresholds: z.record(z.string(), z.number()).nullable(),
  tune: partFiguresSchema,
  test: partFiguresSchema,
  verdict: verdictSchema,
  /** The verdict in words, with the numbers and about how many samples it would take. */
  sentence: z.string(),
});
export type FitAnswer = z.infer<typeof fitAnswerSchema>;

export const savedConfigurationSchema = z.object({
  /** Hash of `{scoring, decisions}`; the file's name under `configurations/`. */
  sha256: z.string(),
  name: z.string(),
  saved_at: z.iso.datetime(),
  configuration: configurationSchema,
});
export type SavedConfiguration = z.infer<typeof savedConfigurationSchema>;

export const verifyAnswerSchema = z.object({
  holds: z.enum(['holds', 'no-longer-holds', 'not-shown']),
  sentence: z.string(),
  figures: partFiguresSchema,
});
export type VerifyAnswer = z.infer<typeof verifyAnswerSchema>;
