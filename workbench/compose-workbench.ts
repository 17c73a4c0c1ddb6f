import { readFile, stat } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { basename, extname } from 'node:path';
import { parseRequest } from '../adapter/decision/parse-request.ts';
import { readDevices } from '../adapter/engine/read-devices.ts';
import { asFault, Fault } from '../adapter/fault.ts';
import { MAX_JSON_BYTES } from '../adapter/json/json-limits.ts';
import { composeCloud } from './compose-cloud.ts';
import { openConfigurations } from './configurations/configuration-store.ts';
import { createFits } from './configurations/fits.ts';
import type { ModelEntry } from './contract/models.ts';
import { IDLE_MINUTES } from './contract/settings.ts';
import { decisionsToDraft } from './decisions/decisions-to-draft.ts';
import { FIRST_EXAMPLE, readExample } from './decisions/examples.ts';
import { openLoadMarker } from './engine/load-marker.ts';
import type { CreateEngineOwner } from './engine/owner.ts';
import { watchIdle } from './engine/watch-idle.ts';
import type { Host, Workbench } from './host.ts';
import { createJobRunner } from './jobs/job-runner.ts';
import { createModelJobs } from './jobs/model-jobs.ts';
import type { WorkbenchLog } from './log.ts';
import { createHubServices } from './models/download/create-hub-services.ts';
import { readOrigin } from './models/download/model-origin.ts';
import { openFileIndex } from './models/file-index.ts';
import { createFitService } from './models/fit/fit-service.ts';
import type { CreateModelLibrary } from './models/library.ts';
import { createRouter } from './router/create-router.ts';
import { createEventHub } from './router/event-hub.ts';
import type { Services } from './router/services.ts';
import { thisMachine } from './runs/machine.ts';
import { describeTarget } from './runs/remote/describe-target.ts';
import { createRunService } from './runs/run-service.ts';
import { openRuns } from './runs/run-store.ts';
import { closeWhenAlone } from './samples/importing/close-when-alone.ts';
import { createImportSessions } from './samples/importing/import-sessions.ts';
import { openSamples } from './samples/store/sample-store.ts';
import { tellSets } from './samples/tell-sets.ts';
import { createSetViews } from './samples/view/set-views.ts';
import { createSharing } from './sharing/sharing.ts';
import { openDecisions } from './store/decision-store.ts';
import type { FileSystem } from './store/file-system.ts';
import { ioFault } from './store/io-fault.ts';
import { openSettings } from './store/settings-store.ts';
import { openWorkspace, type Workspace } from './store/workspace.ts';
import { type Origin, uuidV7 } from './uuid-v7.ts';

/** What the workbench is made of besides its own stores; tests pass parts of their own. */
export interface WorkbenchParts {
  createEngineOwner: CreateEngineOwner;
  createModelLibrary: CreateModelLibrary;
  fs: FileSystem;
  origin: Origin;
  log: WorkbenchLog;
  /** Asks for the machine's memory and GPUs; the machine's own unless a test says otherwise. */
  devices?: typeof readDevices;
  /** Keys and settings that others are asked with, by name; nothing of it is stored. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Whether the model of last time begins to load; it does unless told. */
  loadsModel?: boolean;
}

/**
 * Opens the workspace, puts the services together and begins to load the model of last time.
 * @throws Fault WORKSPACE_LOCKED, FILE_DAMAGED (a later version's workspace), IO_FAILED; nothing is left open then
 */
export async function composeWorkbench(host: Host, parts: WorkbenchParts): Promise<Workbench> {
  const events = createEventHub();
  const app = `Decision Workbench ${host.version} (${host.kind === 'desktop' ? 'desktop' : 'browser mode'})`;
  const workspace = await openWorkspace(parts.fs, host.workspaceFolder, app, (fault) =>
    events.publish({ type: 'fault', fault: fault.toData() }),
  );
  try {
    return await start(host, parts, workspace, events);
  } catch (error) {
    await workspace.close();
    throw error;
  }
}

async function start(
  host: Host,
  parts: WorkbenchParts,
  workspace: Workspace,
  events: Services['events'],
): Promise<Workbench> {
  const { fs, origin, log } = parts;
  const settings = await openSettings(workspace, origin.now);
  const decisions = await openDecisions(workspace, origin);
  const configurations = await openConfigurations(workspace, origin.now);
  const fileIndex = openFileIndex(host.modelsFolder);
  const marker = openLoadMarker(host.modelsFolder);
  const devices = parts.devices ?? readDevices;
  const engine = parts.createEngineOwner({
    tryModel: host.tryModel,
    fileIndex,
    marker,
    devices,
    originOf: (path) => readOrigin(host.modelsFolder, path),
    now: origin.now,
  });
  const library = parts.createModelLibrary({
    modelsFolder: host.modelsFolder,
    fileIndex,
    surroundings: host.surroundings,
    places: () => settings.get().model_places,
    changePlaces: async (model_places) => {
      await settings.change({ model_places });
    },
  });
  const jobs = createJobRunner(origin, (error) => log.error({ error: String(error) }, 'A job failed unexpectedly'));
  const modelJobs = createModelJobs({ fs, jobs, engine, library, settings, fileIndex, marker, now: origin.now });
  const hubServices = createHubServices({ host, fs, jobs, library, now: origin.now });
  const samples = await openSamples(workspace, origin);
  const setViews = createSetViews(samples, tell);
  const importSessions = createImportSessions(() => uuidV7(origin));
  const runs = createRunService({
    store: await openRuns(workspace),
    samples,
    views: setViews,
    engine,
    jobs,
    machine: thisMachine(),
    origin,
    maxPromptTokens: () => settings.get().max_prompt_tokens,
    environment: parts.environment ?? {},
    describeEndpoint: (target) => describeTarget(cloud.endpoints, target),
    configurations,
    loadAgain: (path) => modelJobs.load(path),
    onFault: tell,
  });

  const cloud = await composeCloud({
    workspace,
    origin,
    environment: parts.environment ?? {},
    builtFolder: host.builtFolder ?? null,
    configurations,
    samples,
    fileIndex,
    jobs,
    engine,
    settings,
    loadAgain: (path) => modelJobs.load(path),
    onFault: tell,
  });
  const sharing = createSharing({ engine, configurations, origin });

  const { deployments, endpoints } = cloud;

  engine.onChange((state) => events.publish({ type: 'engine', engine: state }));
  sharing.onChange((state) => events.publish({ type: 'sharing', sharing: state }));
  jobs.onChange((job) => events.publish({ type: 'job', job }));
  decisions.onChange((list) => events.publish({ type: 'decisions', decisions: list }));
  configurations.onChange((list) => events.publish({ type: 'configurations', configurations: list }));
  const stopTelling = tellSets(samples, setViews, (sets) => events.publish({ type: 'sample-sets', sets }), tell);
  runs.onChange((event) =>
    events.publish(event.what === 'run' ? { type: 'run', run: event.run } : { type: 'run-removed', id: event.id }),
  );
  deployments.onChange((event) => {
    if (event.what === 'deployment') events.publish({ type: 'deployment', deployment: event.deployment });
    else if (event.what === 'log') events.publish({ type: 'deployment-log', id: event.id, lines: event.lines });
    else events.publish({ type: 'deployment-removed', id: event.id });
  });
  closeWhenAlone(events, importSessions);
  library.onChange((models) => events.publish({ type: 'models', models }));
  settings.onChange((after, before) => {
    events.publish({ type: 'settings', settings: after });
    const state = engine.state();
    const changed = JSON.stringify(after.engine) !== JSON.stringify(before.engine);
    // While runs use the engine, what a person had loaded is meant.
    if (changed && state.status !== 'empty') modelJobs.load(runs.displaced() ?? state.path);
  });

  if (settings.isNew && decisions.list().length === 0) {
    const { name, draft } = readExample(FIRST_EXAMPLE);
    const { id } = await decisions.create(name, draft);
    await settings.change({ last_decision: id });
  }

  function tell(error: unknown): void {
    const fault = asFault(error);
    if (fault.code === 'UNEXPECTED') log.error({ error: String(error) }, 'Something failed that no call waited for');
    events.publish({ type: 'fault', fault: fault.toData() });
  }

  const started = (parts.loadsModel ?? true) ? modelJobs.loadAtStart().catch(tell) : Promise.resolve();
  const stopIdle = watchIdle({
    engine,
    minutes: () => {
      const { idle_minutes: chosen } = settings.get();
      return chosen === undefined ? IDLE_MINUTES : chosen;
    },
    freeShare: () => process.availableMemory() / totalmem(),
    now: origin.now,
  });
  const looking = host.surroundings === undefined ? null : lookAround();

  /** What lies in other programs' folders is found and hashed in the background, and what comes to the user's own. */
  function lookAround(): () => Promise<void> {
    const stop = library.watch();
    const hashUnknown = (models: readonly Pick<ModelEntry, 'sha256' | 'fault'>[]): void => {
      if (models.some(({ sha256, fault }) => sha256 === null && fault === null)) modelJobs.hash();
    };
    // What is added, fetched or copied into a folder later too.
    const stopHashing = library.onChange(hashUnknown);
    void library.refresh().then(hashUnknown).catch(tell);
    return async () => {
      stopHashing();
      await stop();
    };
  }

  return {
    router: createRouter({
      host,
      workspace,
      settings,
      decisions,
      configurations,
      engine,
      library,
      jobs,
      modelJobs,
      fitService: createFitService({ fileIndex, engine, devices }),
      ...hubServices,
      samples,
      setViews,
      importSessions,
      runs,
      sharing,
      runReader: runs,
      fits: createFits(host.fitWorker),
      now: origin.now,
      deployments,
      endpoints,
      events,
      log,
    }),
    async openFile(path) {
      try {
        if (await isModelPlace(path)) await library.add(path);
        else {
          const draft = decisionsToDraft(parseRequest(await readDecisionFile(path)));
          const { id } = await decisions.create(basename(path, extname(path)), draft);
          events.publish({ type: 'show-decision', id });
        }
      } catch (error) {
        tell(error);
      }
    },
    async sleep() {
      const state = engine.state();
      // Graphics memory may be gone when the machine wakes; main memory is not.
      if (state.status === 'ready' && state.report.backend !== 'cpu') await engine.setAside('sleep');
    },
    wake() {
      events.publish({ type: 'engine', engine: engine.state() });
      for (const job of jobs.list()) events.publish({ type: 'job', job });
      void library.refresh().catch(tell);
    },
    sendAction: (action) => events.publish({ type: 'action', action }),
    async close() {
      await started;
      stopIdle();
      await looking?.();
      await deployments.close();
      runs.close();
      await jobs.close();
      await runs.settled();
      await sharing.stop();
      await engine.close();
      stopTelling();
      importSessions.closeAll();
      events.close();
      await workspace.close();
    },
  };
}

async function isModelPlace(path: string): Promise<boolean> {
  if (extname(path).toLowerCase() === '.gguf') return true;
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    throw ioFault('Opening the file', path, error);
  }
}

async function readDecisionFile(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size <= MAX_JSON_BYTES) return await readFile(path);
  } catch (error) {
    throw ioFault('Opening the file', path, error);
  }
  throw new Fault(
    'INVALID_REQUEST',
    `${path} is too large for a decision file: at most ${MAX_JSON_BYTES} bytes.`,
    'Open a decision file, or a GGUF file to add a model.',
  );
}
