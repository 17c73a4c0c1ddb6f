import { z } from 'zod';
import { scoringConfigurationSchema } from '../../adapter/configuration/configuration.ts';
import { scoringSettingsSchema } from '../../adapter/configuration/scoring-settings.ts';
import { modelIdentitySchema } from '../../adapter/score/result.ts';
import { sampleQuestionSchema } from '../samples/sample.ts';
import { scoringChoiceSchema } from './decision-document.ts';
import { faultDataSchema } from './fault-data.ts';
import { jobStateSchema } from './jobs.ts';
import { engineReportSchema } from './models.ts';
import { answeredBySchema, remoteTargetSchema } from './remote.ts';
import { engineSettingsSchema } from './settings.ts';

/** What a run scores its samples with. */
export const runConfigurationSchema = z.strictObject({
  /** As people call it in tables, as in `Q8_0 · texts`. */
  name: z.string().min(1).max(200),
  /** Absolute path of the file; with `remote` a name of the place for tables, as `remoteLabel` makes it. */
  model_path: z.string().min(1),
  /** Where it is scored instead of here; how it is asked is then a matter of the server. */
  remote: remoteTargetSchema.optional(),
  scoring: scoringChoiceSchema,
  /** The wording, with the set's option ids; null asks what the set (or each of its rows) asks. */
  question: sampleQuestionSchema.nullable(),
  engine: engineSettingsSchema,
});
export type RunConfiguration = z.infer<typeof runConfigurationSchema>;

/** What was really used, known once the model is loaded. */
export const runIdentitySchema = z.strictObject({
  settings: scoringSettingsSchema,
  /** What can change a number: a configuration is fitted for it, also when the model file is gone. */
  scoring: scoringConfigurationSchema,
  /** Of `{scoring, decisions: []}`. */
  configuration_sha256: z.string(),
  model: modelIdentitySchema,
  report: engineReportSchema,
  load_seconds: z.number(),
  host: z.strictObject({ platform: z.string(), cpu: z.string(), cores: z.number().int(), memory_bytes: z.number() }),
});

/** `runs/<uuid>/run.json`. */
export const runSchema = z.strictObject({
  format: z.literal(1),
  id: z.uuidv7(),
  set_id: z.uuidv7(),
  /** Hash of the samples that it scores, as the set was at the start. */
  set_sha256: z.string(),
  /** Which samples, in the order in which they are scored. */
  part: z.enum(['all', 'labelled', 'tune', 'test']),
  samples: z.number().int(),
  configuration: runConfigurationSchema,
  identity: runIdentitySchema.nullable(),
  /** Who answered, of a run with `remote`, whose `identity` stays null. */
  answered_by: answeredBySchema.optional(),
  state: jobStateSchema,
  fault: faultDataSchema.nullable(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  /** Sums over all sittings of the run. */
  wall_seconds: z.number(),
  cpu_seconds: z.number(),
  peak_memory_bytes: z.number(),
  tokens_evaluated: z.number().int(),
  tokens_reused: z.number().int(),
  /** Largest difference in probability of the first samples, scored again at the end. */
  drift: z.strictObject({ samples: z.number().int(), largest: z.number() }).nullable(),
  /** Whether failed samples were tried again; runs of before this was recorded do not say. */
  retried: z.boolean().optional(),
});
export type Run = z.infer<typeof runSchema>;

/**
 * What was asked of the sample, from the run's `samples.jsonl`: hash of its evidence, and of its question where it brings
 * its own. `runs.rows` answers it; a line of `rows.jsonl` has none.
 */
const askedSha256Schema = z.string().optional();

/** One line of `rows.jsonl`; the last line of a sample counts. Options in the question's order. */
export const runRowSchema = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('scored'),
    sample: z.string(),
    sample_sha256: askedSha256Schema,
    probabilities: z.array(z.number()),
    /** Empty when the server does not give them (System One). */
    logits: z.array(z.number()),
    option_mass: z.number().nullable(),
    order_flip: z.boolean().nullable(),
    /** Whether it was left to somebody else; absent where no configuration decided this question. */
    abstained: z.boolean().optional(),
    input_tokens: z.number().int(),
    /** Tokens that were really evaluated, the others were reused. */
    evaluated_tokens: z.number().int(),
    /** Of a run with `remote`: as seen from here, the network included, waiting while it was busy not. */
    seconds: z.number(),
    prompt_sha256: z.string(),
  }),
  z.strictObject({
    status: z.literal('failed'),
    sample: z.string(),
    sample_sha256: askedSha256Schema,
    fault: faultDataSchema,
    seconds: z.number(),
  }),
]);
export type RunRow = z.infer<typeof runRowSchema>;

export const runSummarySchema = z.object({
  run: runSchema,
  scored: z.number().int(),
  failed: z.number().int(),
  /** Seconds until it is done, estimated from the last rows; null while unknown or when it is over. */
  seconds_left: z.number().nullable(),
  samples_per_second: z.number().nullable(),
  /** The job that runs it, while one does. */
  job: z.string().nullable(),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

/** What the statistics need of a sample beside a run's rows. */
export const evaluationSampleSchema = z.object({
  id: z.string(),
  label: z.string().nullable(),
  group: z.string().nullable(),
  part: z.enum(['tune', 'test']),
  disputed: z.boolean(),
  /** First characters of the evidence, for tables. */
  excerpt: z.string(),
  /** Option ids in order, where the row brings its own question; null in a bound set. */
  options: z.array(z.string()).nullable(),
  /** What kind of question the row brings; null in a bound set. */
  kind: sampleQuestionSchema.shape.kind.nullable(),
  /** The part of its source that its `split` tag names, as in JevBench’s `public`; absent without one. */
  split: z.string().optional(),
});
export type EvaluationSample = z.infer<typeof evaluationSampleSchema>;
