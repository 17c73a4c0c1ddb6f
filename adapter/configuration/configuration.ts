import { z } from 'zod';
import {
  modeSchema,
  orderSchema,
  promptVersionSchema,
  readoutSchema,
  templateSourceSchema,
} from './scoring-settings.ts';

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 in lower-case hexadecimal');
const temperatureSchema = z.number().positive().finite();
const probabilitySchema = z.number().min(0).max(1);
const countSchema = z.number().int().nonnegative();

/**
 * What can change a number of any request. Everything in it goes into the configuration's hash.
 */
export const scoringConfigurationSchema = z.strictObject({
  model_sha256: sha256Schema,
  readout: readoutSchema,
  prompt_version: promptVersionSchema,
  /** The chat template, by hash: of the file's own text, or of a built-in one. null with texts, which use none. */
  template: z.strictObject({ source: templateSourceSchema, sha256: sha256Schema }).nullable(),
  order: orderSchema,
  temperature: temperatureSchema,
  mode: modeSchema,
  /** Tokens evaluated at once: chunk borders are multiples of it. */
  batch: z.number().int().positive(),
  /** Type of the key and value cache, as in `f16`. */
  kv_type: z.string().min(1),
  /** Names the rule that places chunk borders; another rule is another name. */
  chunk_rule: z.string().min(1),
});
export type ScoringConfiguration = z.infer<typeof scoringConfigurationSchema>;

/**
 * Costs in the user's own unit. `wrong[true][chosen]`: of acting on `chosen` when `true` is right, K × K with the
 * options in the decision's order; the diagonal is usually 0.
 */
export const costsSchema = z.strictObject({
  wrong: z.array(z.array(z.number().nonnegative())),
  abstain: z.number().nonnegative(),
});

/** What was fitted for one decision: applies to requests for that very decision (equal hash) and to no other. */
export const decisionConfigurationSchema = z.strictObject({
  decision_sha256: sha256Schema,
  temperature: temperatureSchema,
  /** One additive bias for each option id, in nats, added to z/T; null when none was fitted. */
  prior: z.record(z.string(), z.number().finite()).nullable(),
  /** Accept when the first choice's probability is at least this; null when nothing was chosen. */
  threshold: probabilitySchema.nullable(),
  /**
   * The same for single options, where they differ. Without a `threshold` for all, an option that is not among them is
   * never accepted.
   */
  thresholds: z.record(z.string(), probabilitySchema).nullable(),
  /** Without any threshold, the option with the smallest expected cost is taken, or none when abstaining is cheaper. */
  costs: costsSchema.nullable(),
  /** What happens when nothing is accepted: an option id, or a word of the user's such as `human`; null abstains. */
  fallback: z.string().min(1).nullable(),
});
export type DecisionConfiguration = z.infer<typeof decisionConfigurationSchema>;

/** A figure with its interval. */
const figureSchema = z.strictObject({
  value: z.number().finite(),
  low: z.number().finite().nullable(),
  high: z.number().finite().nullable(),
});

/** `not-attainable`: no threshold reached the target on the tune part. `no-target`: none was asked for. */
export const verdictSchema = z.enum(['verified', 'not-shown', 'not-attainable', 'no-target']);

/** What was shown about one entry of `decisions`, on which samples. Not part of the hash: a second proof changes no number. */
export const evidenceSchema = z.strictObject({
  decision_sha256: sha256Schema,
  sample_set_sha256: sha256Schema,
  n_tune: countSchema,
  n_test: countSchema,
  /** Accuracy that the accepted answers were to reach; null when none was asked for. */
  target: probabilitySchema.nullable(),
  /** Whether the test part showed that the target holds. */
  verdict: verdictSchema,
  figures: z.record(z.string(), figureSchema),
  /** ISO 8601 date and time in UTC. */
  date: z.iso.datetime(),
});

export type ConfigurationEvidence = z.infer<typeof evidenceSchema>;

/** Names, for people: none of them changes a number. */
export const modelNamesSchema = z.strictObject({
  name: z.string().nullable(),
  file: z.string(),
  repository: z.string().nullable(),
  revision: z.string().nullable(),
});

/** How the engine ran when the numbers were made. Two runs are bit-identical only when this is equal too. */
export const engineRecordSchema = z.strictObject({
  device: z.string(),
  gpu_layers: countSchema,
  threads: z.number().int().positive(),
  context_tokens: z.number().int().positive(),
  engine: z.string(),
  engine_version: z.string(),
  paths: z.record(z.string(), z.string()),
});

/** One configuration: what can change a number, and what was proved about it. */
export const configurationSchema = z.strictObject({
  scoring: scoringConfigurationSchema,
  decisions: z.array(decisionConfigurationSchema),
  evidence: z.array(evidenceSchema),
  model: modelNamesSchema,
  engine: engineRecordSchema.nullable(),
});
export type Configuration = z.infer<typeof configurationSchema>;
