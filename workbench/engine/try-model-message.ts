import { z } from 'zod';

/** What the process that tries a model file says to the one that started it. */
export const trialMessageSchema = z.discriminatedUnion('type', [
  /** It lives and goes on: a large file takes its time. */
  z.object({ type: z.literal('progress'), fraction: z.number() }),
  z.object({
    type: z.literal('outcome'),
    outcome: z.enum(['fine', 'damaged', 'could-not-run']),
    reason: z.string(),
  }),
]);
export type TrialMessage = z.infer<typeof trialMessageSchema>;
