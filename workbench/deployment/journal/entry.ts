import { z } from 'zod';
import { deploymentStepSchema } from '../../contract/deployments.ts';
import { faultDataSchema } from '../../contract/fault-data.ts';
import { planSchema } from '../plan/plan.ts';

/** What was learned, by name; texts and numbers only, and never a secret. */
export const factsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type Facts = z.infer<typeof factsSchema>;

/** What is done to one thing. */
const effectSchema = z.enum(['create', 'update', 'upload', 'build', 'remove']);

/**
 * What became of an effect. `adopted`: it was there already, and ours. `absent`: what was to be removed is gone.
 * `unknown`: no answer arrived, so it may have happened. `kept`: it stays, and the reason is said.
 */
const resultSchema = z.enum(['done', 'adopted', 'absent', 'kept', 'failed', 'unknown']);

const at = z.iso.datetime();

/** One line of `deployments/<id>/journal.jsonl`. An intent stands there before anything happens, its outcome after. */
export const journalEntrySchema = z.discriminatedUnion('type', [
  /** What a person confirmed. A later one of the same deployment is an update of its endpoint. */
  z.strictObject({ type: z.literal('planned'), at, plan_sha256: z.string(), plan: planSchema }),
  /** A process begins to work on it. */
  z.strictObject({ type: z.literal('begun'), at, work: z.enum(['deploy', 'undo']) }),
  z.strictObject({
    type: z.literal('step'),
    at,
    step: deploymentStepSchema,
    state: z.enum(['started', 'done', 'failed', 'cancelled']),
    /** What it did, for people. */
    words: z.string().optional(),
    fault: faultDataSchema.nullable(),
  }),
  z.strictObject({ type: z.literal('intent'), at, key: z.string(), effect: effectSchema, facts: factsSchema }),
  z.strictObject({
    type: z.literal('outcome'),
    at,
    key: z.string(),
    effect: effectSchema,
    result: resultSchema,
    facts: factsSchema,
    fault: faultDataSchema.nullable(),
  }),
  /** Something learned of a thing, or with an empty key of the whole. */
  z.strictObject({ type: z.literal('noted'), at, key: z.string(), facts: factsSchema }),
  /** The process stops working on it, and how. */
  z.strictObject({
    type: z.literal('ended'),
    at,
    how: z.enum(['done', 'failed', 'cancelled']),
    fault: faultDataSchema.nullable(),
  }),
]);
export type JournalEntry = z.infer<typeof journalEntrySchema>;
type Untimed<E> = E extends unknown ? Omit<E, 'at'> : never;
export type NewJournalEntry = Untimed<JournalEntry>;
