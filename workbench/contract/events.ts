import { z } from 'zod';
import { savedConfigurationSchema } from './configurations.ts';
import { decisionSummarySchema } from './decision-document.ts';
import { deploymentLogLineSchema, deploymentSchema } from './deployments.ts';
import { faultDataSchema } from './fault-data.ts';
import { jobSchema } from './jobs.ts';
import { engineStateSchema, modelEntrySchema } from './models.ts';
import { runSummarySchema } from './runs.ts';
import { sampleSetSummarySchema } from './samples.ts';
import { settingsSchema } from './settings.ts';
import { sharingStateSchema } from './sharing.ts';

/** Everything the workbench tells the interface unasked, over one multiplexed stream. */
export const workbenchEventSchema = z.discriminatedUnion('type', [
  /** First event of every stream: what is true now. */
  z.object({
    type: z.literal('hello'),
    engine: engineStateSchema,
    jobs: z.array(jobSchema),
    settings: settingsSchema,
    sharing: sharingStateSchema,
  }),
  z.object({ type: z.literal('engine'), engine: engineStateSchema }),
  z.object({ type: z.literal('job'), job: jobSchema }),
  z.object({ type: z.literal('settings'), settings: settingsSchema }),
  /** Other programs can reach the model, or asked it something. Throttled. */
  z.object({ type: z.literal('sharing'), sharing: sharingStateSchema }),
  z.object({ type: z.literal('models'), models: z.array(modelEntrySchema) }),
  z.object({ type: z.literal('decisions'), decisions: z.array(decisionSummarySchema) }),
  z.object({
    type: z.literal('score-progress'),
    ticket: z.string(),
    decision: z.number().int(),
    tokens_done: z.number().int(),
    tokens_total: z.number().int(),
  }),
  /** Rows of a file that were read so far, while it is opened or reported on. */
  z.object({ type: z.literal('import-progress'), ticket: z.string(), rows: z.number().int() }),
  z.object({ type: z.literal('sample-sets'), sets: z.array(sampleSetSummarySchema) }),
  /** A run changed: its state, or its rows up to `scored + failed`. Throttled. */
  z.object({ type: z.literal('run'), run: runSummarySchema }),
  z.object({ type: z.literal('run-removed'), id: z.string() }),
  z.object({ type: z.literal('configurations'), configurations: z.array(savedConfigurationSchema) }),
  /** A deployment changed: a step, a resource, its state. Throttled. */
  z.object({ type: z.literal('deployment'), deployment: deploymentSchema }),
  z.object({ type: z.literal('deployment-removed'), id: z.string() }),
  /** Lines that were added to a deployment's log. */
  z.object({ type: z.literal('deployment-log'), id: z.string(), lines: z.array(deploymentLogLineSchema) }),
  /** The host asks the interface to show a decision (a file was opened with the app). */
  z.object({ type: z.literal('show-decision'), id: z.string() }),
  /** The native menu was used. */
  z.object({ type: z.literal('action'), action: z.string() }),
  /** Something failed that no call was waiting for. */
  z.object({ type: z.literal('fault'), fault: faultDataSchema }),
]);
export type WorkbenchEvent = z.infer<typeof workbenchEventSchema>;
