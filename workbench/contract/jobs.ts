import { z } from 'zod';
import { faultDataSchema } from './fault-data.ts';

export const jobKinds = [
  'load-model',
  'fetch-starter',
  'check-model',
  'run',
  'make-variants',
  'hash-models',
  'download',
  'compare-endpoint',
] as const;
export const jobStateSchema = z.enum(['queued', 'running', 'paused', 'cancelled', 'failed', 'done']);
export type JobState = z.infer<typeof jobStateSchema>;

/** Long work, as the interface sees it. `cancelled`, `failed` and `done` are final. */
export const jobSchema = z.object({
  id: z.uuidv7(),
  kind: z.enum(jobKinds),
  /** What it does, in words, as in `Load SmolLM2-135M-Instruct.Q4_1.gguf`. */
  title: z.string(),
  state: jobStateSchema,
  /** How far it is; null while that is unknown. */
  progress: z.object({ done: z.number(), total: z.number(), unit: z.enum(['bytes', 'fraction', 'rows']) }).nullable(),
  pausable: z.boolean(),
  /** The run that it works on. */
  run: z.uuidv7().nullable(),
  fault: faultDataSchema.nullable(),
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
});
export type Job = z.infer<typeof jobSchema>;
