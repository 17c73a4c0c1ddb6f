import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import {
  decisionDocumentSchema,
  decisionDraftSchema,
  decisionSummarySchema,
  decisionVersionSchema,
  documentIdSchema,
} from './decision-document.ts';
import { workbenchEventSchema } from './events.ts';
import { faultDataSchema } from './fault-data.ts';
import { jobSchema } from './jobs.ts';
import { engineStateSchema, modelEntrySchema } from './models.ts';
import { promptAnswerSchema, scoreAnswerSchema, scoreRequestSchema } from './scoring.ts';
import { settingsPatchSchema, settingsSchema } from './settings.ts';

/** Every procedure fails with the one typed error `FAULT`, whose data says what, why and what next. */
const base = oc.errors({ FAULT: { status: 400, data: faultDataSchema } });

const byId = z.strictObject({ id: documentIdSchema });
const byPath = z.strictObject({ path: z.string().min(1) });

/** Everything that an interface can ask of the workbench; served over Electron's IPC and over loopback HTTP. */
export const contract = {
  app: {
    info: base.output(
      z.object({
        version: z.string(),
        host: z.enum(['desktop', 'browser']),
        platform: z.string(),
        workspace: z.string(),
        /** Whether `models.pick` can show a native dialog. */
        can_pick_files: z.boolean(),
        /** Files of the workspace that could not be read; everything else opened. */
        damaged: z.array(faultDataSchema),
      }),
    ),
    events: base.output(eventIterator(workbenchEventSchema)),
  },
  settings: {
    get: base.output(settingsSchema),
    change: base.input(settingsPatchSchema).output(settingsSchema),
  },
  decisions: {
    /** Most recently changed first. */
    list: base.output(z.array(decisionSummarySchema)),
    get: base.input(byId).output(decisionDocumentSchema),
    create: base.input(z.strictObject({ name: z.string(), draft: decisionDraftSchema })).output(decisionDocumentSchema),
    /** Resolves when the change is on disk. CONFLICT when `revision` is not the stored one. */
    save: base
      .input(
        z.strictObject({
          id: documentIdSchema,
          revision: z.number().int(),
          name: z.string(),
          draft: decisionDraftSchema,
        }),
      )
      .output(decisionDocumentSchema),
    remove: base.input(byId).output(z.object({})),
    /** Newest first; the current state is among them when it was kept under a label. */
    history: base.input(byId).output(z.array(decisionVersionSchema)),
    /** Keeps the current state in the history under a label. */
    keepVersion: base
      .input(z.strictObject({ id: documentIdSchema, label: z.string().nullable() }))
      .output(decisionVersionSchema),
    /** A decision file's text (one decision, `{decision}` or `{decisions}` on one state) becomes a document. */
    import: base.input(z.strictObject({ name: z.string(), text: z.string() })).output(decisionDocumentSchema),
    /** The text of a decision file; INVALID_REQUEST with its fields when the draft breaks a rule. */
    export: base
      .input(z.strictObject({ name: z.string(), draft: decisionDraftSchema }))
      .output(z.object({ file_name: z.string(), text: z.string() })),
    examples: base.output(z.array(z.object({ file: z.string(), name: z.string(), about: z.string() }))),
    createFromExample: base.input(z.strictObject({ file: z.string() })).output(decisionDocumentSchema),
  },
  scoring: {
    /** Cancelled by aborting the call. */
    score: base.input(scoreRequestSchema).output(scoreAnswerSchema),
    prompt: base
      .input(z.strictObject({ draft: decisionDraftSchema, question: z.number().int().min(0) }))
      .output(promptAnswerSchema),
  },
  models: {
    list: base.output(z.array(modelEntrySchema)),
    /** Adds a GGUF file, or a folder whose GGUF files are found, in place. */
    add: base.input(byPath).output(z.array(modelEntrySchema)),
    /** Shows the host's file dialog, adds what was chosen, and answers with the whole list. */
    pick: base.output(z.array(modelEntrySchema)),
    /** Takes a place out of the list; never touches the file. */
    forget: base.input(byPath).output(z.array(modelEntrySchema)),
    fetchStarter: base.output(jobSchema),
  },
  engine: {
    state: base.output(engineStateSchema),
    load: base.input(byPath).output(jobSchema),
    unload: base.output(engineStateSchema),
  },
  jobs: {
    list: base.output(z.array(jobSchema)),
    cancel: base.input(z.strictObject({ id: z.uuidv7() })).output(jobSchema),
    pause: base.input(z.strictObject({ id: z.uuidv7() })).output(jobSchema),
    resume: base.input(z.strictObject({ id: z.uuidv7() })).output(jobSchema),
  },
};
