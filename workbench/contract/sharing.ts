import { z } from 'zod';
import { readoutSchema } from '../../adapter/configuration/scoring-settings.ts';

/** How the loaded model is to be shared with other programs. */
export const shareRequestSchema = z.strictObject({
  /** `network` listens on every address of the machine, which needs a key. */
  reach: z.enum(['this-machine', 'network']),
  /** 0 takes any free one. */
  port: z.number().int().min(0).max(65_535),
  /** Whether callers must send a key; it is made then, and told once. */
  with_key: z.boolean(),
  /** A saved configuration, or null for the model's own settings. */
  configuration: z.string().nullable(),
});
export type ShareRequest = z.infer<typeof shareRequestSchema>;

/** What other programs can reach now. */
export const sharingStateSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('off') }),
  z.object({
    status: z.literal('on'),
    reach: shareRequestSchema.shape.reach,
    /** As in `http://127.0.0.1:8080`; the machine's own first. */
    addresses: z.array(z.string()).min(1),
    has_key: z.boolean(),
    model: z.string(),
    readout: readoutSchema,
    configuration: z.object({ sha256: z.string(), name: z.string() }).nullable(),
    started_at: z.string(),
    /** Whether the shared model is the one in memory; without it callers are told to try again. */
    available: z.boolean(),
    /** Requests for a score that were answered, and those that were refused. */
    answered: z.number().int(),
    refused: z.number().int(),
    last: z.object({ at: z.string(), route: z.string(), status: z.number().int(), seconds: z.number() }).nullable(),
  }),
]);
export type SharingState = z.infer<typeof sharingStateSchema>;

export const sharedSchema = z.object({
  state: sharingStateSchema,
  /** Told here and nowhere else; null without one. */
  key: z.string().nullable(),
});
