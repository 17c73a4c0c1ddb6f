import { z } from 'zod';
import { scoringSettingsSchema } from '../../adapter/configuration/scoring-settings.ts';
import { modelIdentitySchema } from '../../adapter/score/result.ts';
import { documentIdSchema } from './decision-document.ts';
import { faultDataSchema } from './fault-data.ts';
import { engineSettingsSchema } from './settings.ts';

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
  /** Answer labels (A, B, … ZZZ) that are one token each: so many options can be answered with letters. */
  slots: z.number().int(),
  /** Whether the chat template lets the model answer at once, without thinking aloud first. */
  thinking: z.enum(['no-template', 'none', 'switched-off', 'stays-on', 'unclear']),
});
export type ModelHeader = z.infer<typeof modelHeaderSchema>;

/** Whose a model file is: the program whose folder it lies in. `app` is our own, the only one that we ever delete from. */
export const modelOwners = [
  'app',
  'user',
  'huggingface',
  'ollama',
  'lm-studio',
  'llama.cpp',
  'node-llama-cpp',
] as const;
export type ModelOwner = (typeof modelOwners)[number];

/** A model file that the workbench knows, where it lies. A model that was split into parts is one entry. */
export const modelEntrySchema = z.object({
  /** Absolute path, of a split model that of its first part; the entry's identity. */
  path: z.string(),
  file: z.string(),
  /** What its owner calls it, as in `llama3.2:3b` of Ollama; else the file's name. */
  name: z.string(),
  owner: z.enum(modelOwners),
  /** As in `bartowski/Qwen_Qwen3.5-4B-GGUF`, where the place tells. */
  repository: z.string().nullable(),
  revision: z.string().nullable(),
  /** Files that it consists of. */
  parts: z.number().int(),
  /** Of all parts. */
  bytes: z.number().int().nullable(),
  /** Lower-case hexadecimal, of a split model that of its parts’ hashes; null until it was computed. */
  sha256: z.string().nullable(),
  header: modelHeaderSchema.nullable(),
  /** Why the file cannot be used, when it cannot. */
  fault: faultDataSchema.nullable(),
  /**
   * Where the entry comes from: `starter` and `downloaded` are our own downloads, `variant` is a file that we requantised
   * from the starter, `added` lies at a place that the user added, `found` in a folder of another program.
   */
  origin: z.enum(['starter', 'variant', 'downloaded', 'added', 'found']),
  /** Whether it was loaded before: `crashed` ended the process that tried it, and is not loaded until it is tried again. */
  tried: z.enum(['unknown', 'fine', 'crashed']),
});
export type ModelEntry = z.infer<typeof modelEntrySchema>;

/** What the check of a model's answers found. */
export const modelCheckSchema = z.object({
  at: z.iso.datetime(),
  model_sha256: z.string(),
  readout: z.enum(['letters', 'texts']),
  /** Example decisions that were scored. */
  decisions: z.number().int(),
  /** Share of the model's next token that lies on the options, with letters: the median and the lowest; else null. */
  option_mass: z.object({ median: z.number(), lowest: z.number() }).nullable(),
  /** First choices that changed when the options were reversed, of those asked, with letters; else null. */
  order: z.object({ changed: z.number().int(), asked: z.number().int() }).nullable(),
  /** Most options that letters can answer for. */
  slots: z.number().int(),
  thinking: modelHeaderSchema.shape.thinking,
  decisions_per_minute: z.number(),
  tokens_per_second: z.number(),
  threads: z.number().int(),
  /** The result in plain words. */
  sentences: z.array(z.string()),
});
export type ModelCheck = z.infer<typeof modelCheckSchema>;

/** Bytes on one device, before or after loading. */
const memoryPartsSchema = z.object({
  weights: z.number(),
  /** What is remembered of each token, for the whole context. */
  kv: z.number(),
  compute: z.number(),
  /** Vocabulary and the engine itself. */
  overhead: z.number(),
});

export const modelFitRequestSchema = z.strictObject({
  path: z.string().min(1),
  /** Absent: the settings in force. */
  engine: engineSettingsSchema.optional(),
  /** Tokens of the longest decision, where they are known. */
  tokens: z.number().int().min(1).optional(),
  /** A decision whose tokens are counted with the loaded model, when there is one. */
  document: documentIdSchema.optional(),
});

/** Memory that a model needs under settings: an estimate that warns and never blocks. */
export const modelFitSchema = z.object({
  path: z.string(),
  engine: engineSettingsSchema,
  /** GPU layers of `auto`, as they would be chosen now. */
  gpu_layers: z.number().int(),
  layers: z.number().int(),
  context_tokens: z.number().int(),
  devices: z.array(
    z.object({
      kind: z.enum(['memory', 'gpu']),
      name: z.string(),
      parts: memoryPartsSchema,
      /** Sum of the parts, corrected by what was measured. */
      need: z.number(),
      /** The true need lies within need ± margin, as far as was seen. */
      margin: z.number(),
      free: z.number(),
      total: z.number(),
      verdict: z.enum(['fits', 'tight', 'too-large']),
    }),
  ),
  /** The worst of the devices. */
  verdict: z.enum(['fits', 'tight', 'too-large']),
  /** What the estimate stands on, in sentences. */
  basis: z.array(z.string()),
  /** What this file took when it was loaded last. */
  measured: z
    .object({
      memory: z.number(),
      gpu: z.number(),
      context_tokens: z.number().int(),
      gpu_layers: z.number().int(),
      at: z.iso.datetime(),
    })
    .nullable(),
  suggestion: z.object({ engine: engineSettingsSchema, why: z.array(z.string()) }),
});
export type ModelFit = z.infer<typeof modelFitSchema>;

/** Everything that is known about one model. */
export const modelInfoSchema = z.object({
  model: modelEntrySchema,
  /** Every path at which it lies: links to it, and names that other programs give it. */
  places: z.array(z.object({ path: z.string(), owner: z.enum(modelOwners), name: z.string() })),
  /** Why the process that tried it ended, when it did. */
  crash: z.object({ reason: z.string(), at: z.iso.datetime() }).nullable(),
  check: modelCheckSchema.nullable(),
  /** Runs that were scored with this very file, newest first. */
  runs: z.array(z.object({ id: z.string(), set_name: z.string(), created_at: z.string(), scored: z.number().int() })),
  /** Whether `models.remove` may delete it: only what lies in the app's own folder. */
  removable: z.boolean(),
});
export type ModelInfo = z.infer<typeof modelInfoSchema>;

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
  z.object({
    status: z.literal('empty'),
    /** What was in memory until the app itself unloaded it, and why; the next score loads it again after `idle`. */
    unloaded: z
      .object({ path: z.string(), reason: z.enum(['idle', 'memory', 'sleep']), at: z.iso.datetime() })
      .optional(),
  }),
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
