import { z } from 'zod';
import { scoringSettingsSchema } from '../../adapter/configuration/scoring-settings.ts';
import { modelIdentitySchema } from '../../adapter/score/result.ts';
import { faultDataSchema } from './fault-data.ts';

/** What the header of a GGUF file says; read without loading the model. */
export const modelHeaderSchema = z.object({
  architecture: z.string(),
  name: z.string().nullable(),
  license: z.string().nullable(),
  parameters: z.number().int().nullable(),
  context_length: z.number().int().nullable(),
  vocab_size: z.number().int(),
  layers: z.number().int().nullable(),
  /** Judged from the tensors' own types, not from the file's name. */
  quantization: z.string(),
  tensor_types: z.array(z.object({ type: z.string(), tensors: z.number().int(), bytes: z.number() })),
  chat_template: z.enum(['none', 'one', 'several']),
});
export type ModelHeader = z.infer<typeof modelHeaderSchema>;

/** A model file that the workbench knows, where it lies. */
export const modelEntrySchema = z.object({
  /** Absolute path; the entry's identity. */
  path: z.string(),
  file: z.string(),
  bytes: z.number().int().nullable(),
  /** Lower-case hexadecimal; null until it was computed. */
  sha256: z.string().nullable(),
  header: modelHeaderSchema.nullable(),
  /** Why the file cannot be used, when it cannot. */
  fault: faultDataSchema.nullable(),
  /** Where the entry comes from: our own download, or a place that the user added. */
  /** `variant` is a file that we requantised from the starter. */
  origin: z.enum(['starter', 'variant', 'added']),
});
export type ModelEntry = z.infer<typeof modelEntrySchema>;

export const engineReportSchema = z.object({
  backend: z.string(),
  device: z.string(),
  gpuLayersOffloaded: z.number().int(),
  layersTotal: z.number().int(),
  threads: z.number().int(),
  contextTokens: z.number().int(),
  flashAttention: z.boolean(),
  engineVersion: z.string(),
});

/** What the engine's owner is doing. */
export const engineStateSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('empty') }),
  z.object({ status: z.literal('loading'), path: z.string(), job: z.string() }),
  z.object({
    status: z.literal('ready'),
    path: z.string(),
    model: modelIdentitySchema,
    report: engineReportSchema,
    load_seconds: z.number(),
    /** Whether a decision is being scored right now. */
    scoring: z.boolean(),
    /** What a decision with no choice of its own is scored with. */
    defaults: scoringSettingsSchema,
    chat_template: z.enum(['none', 'one', 'several']),
  }),
  z.object({ status: z.literal('failed'), path: z.string(), fault: faultDataSchema }),
]);
export type EngineState = z.infer<typeof engineStateSchema>;
