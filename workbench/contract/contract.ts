import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { columnMappingSchema, formatNames } from '../samples/formats/sample-format.ts';
import { importChoicesSchema, importTargetSchema } from '../samples/importing/import-choices.ts';
import type { ImportReport } from '../samples/importing/import-report.ts';
import { bindingSchema } from '../samples/sample-set.ts';
import { fitAnswerSchema, fitRequestSchema, savedConfigurationSchema, verifyAnswerSchema } from './configurations.ts';
import {
  decisionDocumentSchema,
  decisionDraftSchema,
  decisionSummarySchema,
  decisionVersionSchema,
  documentIdSchema,
} from './decision-document.ts';
import {
  awsIdentitySchema,
  awsPlaceSchema,
  comparisonWithLocalSchema,
  confirmedPlanSchema,
  deploymentCalls,
  deploymentDefaultsSchema,
  deploymentSchema,
  planAnswerSchema,
  planRequestSchema,
  removalSchema,
  undoRequestSchema,
} from './deployments.ts';
import {
  compareEndpointSchema,
  endpointListSchema,
  endpointRefSchema,
  invokeAnswerSchema,
  invokeRequestSchema,
  listEndpointsSchema,
  removalAnswerSchema,
  removeEndpointSchema,
  removeEverythingSchema,
  snippetSchema,
  snippetsRequestSchema,
} from './endpoints.ts';
import { workbenchEventSchema } from './events.ts';
import { faultDataSchema } from './fault-data.ts';
import {
  commitSchema,
  foundRepositorySchema,
  hubRepositorySchema,
  offeredModelSchema,
  repositorySchema,
  unfinishedDownloadSchema,
  wantedFileSchema,
} from './hub.ts';
import { jobSchema } from './jobs.ts';
import {
  engineStateSchema,
  modelEntrySchema,
  modelFitRequestSchema,
  modelFitSchema,
  modelInfoSchema,
} from './models.ts';
import { disclosureSchema } from './remote.ts';
import { evaluationSampleSchema, runConfigurationSchema, runRowSchema, runSummarySchema } from './runs.ts';
import {
  exportFormatSchema,
  sampleEditSchema,
  sampleQuerySchema,
  sampleRowSchema,
  sampleSetSummarySchema,
} from './samples.ts';
import { promptAnswerSchema, scoreAnswerSchema, scoreRequestSchema } from './scoring.ts';
import { settingsPatchSchema, settingsSchema } from './settings.ts';
import { sharedSchema, shareRequestSchema, sharingStateSchema } from './sharing.ts';

/** Columns that a mapping may name, with examples of their cells. */
const importColumnsSchema = z.array(
  z.object({ column: z.string(), examples: z.array(z.string()), filled: z.number().int(), distinct: z.number().int() }),
);

/** What the mapping step starts from: the formats that the rows fit, the likeliest first, and the mapping in force. */
const importFormatsSchema = z.array(z.object({ name: z.enum(formatNames), title: z.string(), why: z.string() }));

const importAnswer = {
  // What our own code made needs no second check; a schema of it would be a second definition.
  report: z.custom<ImportReport>((value) => typeof value === 'object' && value !== null),
  columns: importColumnsSchema,
  formats: importFormatsSchema,
  mapping: columnMappingSchema,
  /** What our own JSON export says that its samples are bound to; null for other files. */
  own_binding: bindingSchema.nullable(),
};

/** Chosen by the caller; `import-progress` events carry it. */
const importTicket = z.string().optional();

/** What to score with what. */
const runRequestSchema = z.strictObject({
  set_id: z.uuidv7(),
  part: z.enum(['all', 'labelled', 'tune', 'test']),
  configurations: z.array(runConfigurationSchema).min(1).max(50),
});

/** Every procedure fails with the one typed error `FAULT`, whose data says what, why and what next. */
const base = oc.errors({ FAULT: { status: 400, data: faultDataSchema } });

const byId = z.strictObject({ id: documentIdSchema });
const bySet = z.strictObject({ id: z.uuidv7() });
const byRun = z.strictObject({ id: z.uuidv7() });
const bySha256 = z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });
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
    /** As they were found last; what was found anew since is told by a `models` event. */
    list: base.output(z.array(modelEntrySchema)),
    /** Looks for model files at all places now, and answers with the list. */
    refresh: base.output(z.array(modelEntrySchema)),
    info: base.input(byPath).output(modelInfoSchema),
    fit: base.input(modelFitRequestSchema).output(modelFitSchema),
    /** Loads the model when it is not, and looks how it answers: a job; the outcome is in `info` and lasts. */
    check: base.input(byPath).output(jobSchema),
    /** Forgets that the file ended the process that tried it, and loads it. */
    tryAgain: base.input(byPath).output(jobSchema),
    /** Checksums of all files that have none yet: one job at a time, which can be paused and cancelled. */
    hash: base.output(jobSchema),
    /** Deletes a file of the app's own folder, and no other. CONFLICT while it is loaded. */
    remove: base.input(byPath).output(z.array(modelEntrySchema)),
    /** Adds a GGUF file, or a folder whose GGUF files are found, in place. */
    add: base.input(byPath).output(z.array(modelEntrySchema)),
    /** Shows the host's file dialog, adds what was chosen, and answers with the whole list. */
    pick: base.output(z.array(modelEntrySchema)),
    /** Takes a place out of the list; never touches the file. */
    forget: base.input(byPath).output(z.array(modelEntrySchema)),
    fetchStarter: base.output(jobSchema),
    /** Writes the requantised variants of the starter beside it, to compare files without a hub. */
    makeVariants: base.output(jobSchema),
  },
  /** Models of the hub. Nothing is asked of it before a person does. */
  hub: {
    search: base
      .input(z.strictObject({ query: z.string(), quantization: z.string().optional() }))
      .output(z.array(foundRepositorySchema)),
    /** Its files with their sizes at the commit that the revision is now. */
    repository: base
      .input(z.strictObject({ repository: z.string(), revision: z.string().optional() }))
      .output(hubRepositorySchema),
    /** What the product itself offers, pinned. */
    offered: base.output(z.array(offeredModelSchema)),
    /** A job that can be paused; cancelled, it keeps what came. The same file that is fetched already: that job. */
    pull: base
      .input(
        z.strictObject({ repository: repositorySchema, revision: commitSchema, file: wantedFileSchema.shape.file }),
      )
      .output(jobSchema),
    pullOffered: base.input(z.strictObject({ id: z.string() })).output(jobSchema),
    /** Downloads that were begun and are not complete, those under way too. */
    unfinished: base.output(z.array(unfinishedDownloadSchema)),
    resume: base.input(z.strictObject({ id: z.string() })).output(jobSchema),
    /** Deletes what came of a download. CONFLICT while it is under way. */
    discard: base.input(z.strictObject({ id: z.string() })).output(z.array(unfinishedDownloadSchema)),
  },
  engine: {
    state: base.output(engineStateSchema),
    load: base.input(byPath).output(jobSchema),
    unload: base.output(engineStateSchema),
  },
  /** The loaded model for other programs, over the adapter's HTTP server. */
  sharing: {
    state: base.output(sharingStateSchema),
    /** Resolves when callers are answered. */
    start: base.input(shareRequestSchema).output(sharedSchema),
    stop: base.output(sharingStateSchema),
  },
  jobs: {
    list: base.output(z.array(jobSchema)),
    cancel: base.input(z.strictObject({ id: z.uuidv7() })).output(jobSchema),
    pause: base.input(z.strictObject({ id: z.uuidv7() })).output(jobSchema),
    resume: base.input(z.strictObject({ id: z.uuidv7() })).output(jobSchema),
  },
  samples: {
    list: base.output(z.array(sampleSetSummarySchema)),
    /** An empty set for a decision's question, or a mixed one. */
    create: base
      .input(z.strictObject({ name: z.string(), binding: bindingSchema, tune_share: z.number().optional() }))
      .output(sampleSetSummarySchema),
    /** Sets that come with the product, as in `try 180 labelled samples`. */
    examples: base.output(
      z.array(z.object({ file: z.string(), name: z.string(), about: z.string(), samples: z.number().int() })),
    ),
    createFromExample: base.input(z.strictObject({ file: z.string() })).output(sampleSetSummarySchema),
    change: base
      .input(
        z.strictObject({
          id: z.uuidv7(),
          name: z.string().optional(),
          tune_share: z.number().optional(),
          /** Binds the set to its decision as it is now; labels that are no option any more stay as they are. */
          binding: bindingSchema.optional(),
        }),
      )
      .output(sampleSetSummarySchema),
    remove: base.input(bySet).output(z.object({})),
    query: base.input(sampleQuerySchema).output(z.object({ total: z.number().int(), rows: z.array(sampleRowSchema) })),
    /** All edits or none; resolves when they are on disk. `before` takes them back, in order. */
    edit: base
      .input(z.strictObject({ id: z.uuidv7(), edits: z.array(sampleEditSchema).min(1).max(1000) }))
      .output(z.object({ summary: sampleSetSummarySchema, before: z.array(sampleEditSchema) })),
    /** Suggested labels from a run's first choices; they never count as labels. */
    suggest: base.input(z.strictObject({ id: z.uuidv7(), run_id: z.uuidv7() })).output(sampleSetSummarySchema),
    export: base.input(z.strictObject({ id: z.uuidv7(), format: exportFormatSchema })).output(z.file()),
    import: {
      /** Takes the file in and says how it would be read; nothing is stored in the workspace. */
      open: base
        .input(z.strictObject({ file: z.file(), target: importTargetSchema, ticket: importTicket }))
        .output(z.object({ session: z.string(), ...importAnswer })),
      report: base
        .input(
          z.strictObject({
            session: z.string(),
            choices: importChoicesSchema,
            target: importTargetSchema,
            ticket: importTicket,
          }),
        )
        .output(z.object(importAnswer)),
      /** INVALID_REQUEST while a question is open. */
      commit: base
        .input(
          z.strictObject({
            session: z.string(),
            choices: importChoicesSchema,
            target: importTargetSchema,
            name: z.string(),
            /** The decision that a bound set belongs to. */
            decision: z.strictObject({ document_id: z.string(), question_id: z.string() }).nullable(),
          }),
        )
        .output(sampleSetSummarySchema),
      close: base.input(z.strictObject({ session: z.string() })).output(z.object({})),
    },
  },
  runs: {
    list: base.output(z.array(runSummarySchema)),
    /** One run for each configuration; those of one model file follow one another. */
    start: base
      .input(
        runRequestSchema.extend({
          /** Needed where a configuration is scored elsewhere: `disclose` was shown, and its texts may leave. */
          may_leave: z.boolean().optional(),
        }),
      )
      .output(z.array(runSummarySchema)),
    /** What would leave this machine if these were started; nothing is stored or sent. */
    disclose: base.input(runRequestSchema).output(z.array(disclosureSchema)),
    /** A run that was paused, cancelled, killed or failed goes on with the samples that have no row. */
    resume: base.input(byRun).output(runSummarySchema),
    retryFailed: base.input(byRun).output(runSummarySchema),
    pause: base.input(byRun).output(runSummarySchema),
    cancel: base.input(byRun).output(runSummarySchema),
    remove: base.input(byRun).output(z.object({})),
    /** Rows from a position on, in the order in which they were scored; `total` grows while it runs. */
    rows: base
      .input(
        z.strictObject({ id: z.uuidv7(), from: z.number().int().min(0), limit: z.number().int().min(1).max(5000) }),
      )
      .output(z.object({ total: z.number().int(), rows: z.array(runRowSchema) })),
    /** The samples of a set as the statistics need them, with the labels as they are now. */
    samples: base
      .input(
        z.strictObject({ set_id: z.uuidv7(), from: z.number().int().min(0), limit: z.number().int().min(1).max(5000) }),
      )
      .output(z.object({ total: z.number().int(), samples: z.array(evaluationSampleSchema) })),
  },
  configurations: {
    list: base.output(z.array(savedConfigurationSchema)),
    /** Computes what would be saved; stores nothing. */
    fit: base.input(fitRequestSchema).output(fitAnswerSchema),
    save: base.input(z.strictObject({ name: z.string(), request: fitRequestSchema })).output(savedConfigurationSchema),
    remove: base.input(bySha256).output(z.object({})),
    /** Judges a saved configuration on a run of its model and settings over newer samples. */
    verify: base.input(z.strictObject({ sha256: z.string(), run_id: z.uuidv7() })).output(verifyAnswerSchema),
    export: base.input(bySha256).output(z.object({ file_name: z.string(), text: z.string() })),
    import: base.input(z.strictObject({ name: z.string(), text: z.string() })).output(savedConfigurationSchema),
  },
  deployments: {
    /** Profiles of the shared AWS files, regions, and what the environment gives. Asks no service. */
    defaults: base.output(deploymentDefaultsSchema),
    /** Whose credentials these are. Reads them anew each time, so it tells whether a sign-in helped. */
    identity: base.input(awsPlaceSchema).output(awsIdentitySchema),
    /** Makes nothing. The answer's hash is what `preflight` and `start` ask for; it is known until the app ends. */
    plan: base.input(planRequestSchema).output(planAnswerSchema),
    /** Looks into the account for what would go wrong, all of it at once; makes nothing. */
    preflight: base.input(confirmedPlanSchema).output(deploymentCalls.findings),
    /** The one confirmation. Answers as soon as the journal has it; events tell the rest. */
    start: base.input(confirmedPlanSchema).output(deploymentSchema),
    /** Newest first. */
    list: base.output(z.array(deploymentSchema)),
    get: base.input(deploymentCalls.byDeployment).output(deploymentSchema),
    /** Lines of the log from a position on; `total` grows while it runs. */
    log: base.input(deploymentCalls.log).output(deploymentCalls.logAnswer),
    /** Goes on from the first step that is not done, after a kill, a cancel or a failure. */
    resume: base.input(deploymentCalls.byDeployment).output(deploymentSchema),
    /** Stops at the next moment at which nothing is lost; what was made stays and is listed. */
    cancel: base.input(deploymentCalls.byDeployment).output(deploymentSchema),
    /** What an undo with these choices would do; removes nothing. */
    removals: base.input(undoRequestSchema).output(z.array(removalSchema)),
    undo: base.input(undoRequestSchema).output(deploymentSchema),
    /** Takes a deployment of which nothing is left out of the list. CONFLICT while anything may be. */
    forget: base.input(deploymentCalls.byDeployment).output(z.object({})),
  },
  endpoints: {
    /** All that is tagged ours and all that the journal knows; a region that cannot be asked is among the faults. */
    list: base.input(listEndpointsSchema).output(endpointListSchema),
    /** One call, as it is; a busy endpoint is asked again inside a deadline. */
    invoke: base.input(invokeRequestSchema).output(invokeAnswerSchema),
    /** Scores samples here and there. */
    compare: base.input(compareEndpointSchema).output(comparisonWithLocalSchema),
    snippets: base.input(snippetsRequestSchema).output(z.array(snippetSchema)),
    /** Back to the endpoint configuration before; answers when the service has taken it. */
    rollBack: base.input(endpointRefSchema).output(endpointListSchema.shape.endpoints.element),
    removals: base.input(removeEndpointSchema).output(z.array(removalSchema)),
    remove: base.input(removeEndpointSchema).output(removalAnswerSchema),
    /** Everything that the journal or the tags prove to be ours, in these regions. */
    removeEverything: base.input(removeEverythingSchema).output(removalAnswerSchema),
  },
};
