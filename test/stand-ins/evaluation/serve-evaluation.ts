import { join } from 'node:path';
import { implement } from '@orpc/server';
import { readConfigurationFile, writeConfigurationFile } from '../../../adapter/configuration/configuration-file.ts';
import { configurationSha256 } from '../../../adapter/configuration/configuration-sha256.ts';
import { batchTokens } from '../../../adapter/engine/batch-tokens.ts';
import { Fault } from '../../../adapter/fault.ts';
import { scoringConfiguration } from '../../../adapter/score/scoring-configuration.ts';
import { serveWorkbench } from '../../../workbench/browser/serve-workbench.ts';
import { fitConfiguration } from '../../../workbench/configurations/fit-configuration.ts';
import type { RunReading } from '../../../workbench/configurations/run-reader.ts';
import { verifyConfiguration } from '../../../workbench/configurations/verify-configuration.ts';
import type { FitRequest, SavedConfiguration } from '../../../workbench/contract/configurations.ts';
import { contract } from '../../../workbench/contract/contract.ts';
import type { ModelEntry } from '../../../workbench/contract/models.ts';
import type { EvaluationSample, Run, RunConfiguration, RunRow, RunSummary } from '../../../workbench/contract/runs.ts';
import type { Settings } from '../../../workbench/contract/settings.ts';
import type { CallContext, Workbench } from '../../../workbench/host.ts';
import { createEventHub } from '../../../workbench/router/event-hub.ts';
import { reportFault } from '../../../workbench/router/report-faults.ts';
import type { SampleSet } from '../../../workbench/samples/sample-set.ts';
import { machineOrigin, uuidV7 } from '../../../workbench/uuid-v7.ts';
import { type Behaviour, madeUpConfiguration, madeUpRow } from './made-up-samples.ts';

/** A set of samples that the stand-in knows; its labels may change while it runs. */
export interface KnownSet {
  set: SampleSet;
  samples: EvaluationSample[];
}

export interface EvaluationStandIn {
  /** An address that signs a browser in. */
  newAddress: () => string;
  addSet: (known: KnownSet) => void;
  /** Changes samples of a set, as labelling does, and tells the interface. */
  changeSamples: (setId: string, change: (sample: EvaluationSample) => EvaluationSample) => void;
  /** A run with `rows` of its samples scored; the rest comes by {@link goOn}. */
  addRun: (setId: string, name: string, behaviour: Behaviour, options: { rows: number; state: Run['state'] }) => string;
  /** Scores further samples of a run that is running; at its end it is done. */
  goOn: (runId: string, rows: number) => void;
  summaryOf: (runId: string) => RunSummary;
  /** In the order in which they were started. */
  runIds: () => string[];
  close: () => Promise<void>;
}

interface KnownRun {
  run: Run;
  rows: RunRow[];
  behaviour: Behaviour;
  seed: number;
}

const model = (path: string, file: string, bytes: number, origin: ModelEntry['origin']): ModelEntry => ({
  path,
  file,
  name: file,
  owner: 'app',
  repository: null,
  revision: null,
  parts: 1,
  bytes,
  sha256: 'a'.repeat(64),
  header: null,
  fault: null,
  origin,
  tried: 'fine',
});

/** Model files of a run's name, as in `Q8_0 · texts`. */
const files = [
  model('/models/SmolLM2-135M-Instruct.Q8_0.gguf', 'SmolLM2-135M-Instruct.Q8_0.gguf', 144_811_328, 'variant'),
  model('/models/SmolLM2-135M-Instruct.Q4_1.gguf', 'SmolLM2-135M-Instruct.Q4_1.gguf', 98_362_432, 'starter'),
  model('/models/SmolLM2-135M-Instruct.Q2_K.gguf', 'SmolLM2-135M-Instruct.Q2_K.gguf', 60_112_000, 'variant'),
];

/**
 * The built interface over a workbench of made-up runs: everything that Evaluate, Compare and Trust ask is answered
 * from memory, fits by the product's own code. Procedures that those screens do not call answer that they are unknown.
 */
export async function serveEvaluation(rendererFolder = join(import.meta.dirname, '../../../dist/renderer')) {
  const sets = new Map<string, KnownSet>();
  const runs = new Map<string, KnownRun>();
  const saved = new Map<string, SavedConfiguration>();
  const events = createEventHub();
  let settings: Settings = {
    format: 1,
    engine: { gpuLayers: 0, threads: 1, contextTokens: 1024, mode: 'reproducible' },
    max_prompt_tokens: 1024,
    color_scheme: 'light',
    contrast: 'standard',
    last_model: null,
    last_decision: null,
    model_places: [],
  };
  let clock = Date.parse('2026-11-28T12:00:00Z');
  const now = (): string => {
    clock += 1000;
    return new Date(clock).toISOString();
  };

  const setOf = (id: string): KnownSet => sets.get(id) ?? missing('sample set');
  const runOf = (id: string): KnownRun => runs.get(id) ?? missing('run');
  const summarySet = ({ set, samples }: KnownSet) => {
    const labelled = samples.filter(({ label }) => label !== null);
    return {
      set,
      samples: samples.length,
      labelled: labelled.length,
      disputed: samples.filter(({ disputed }) => disputed).length,
      tune: labelled.filter(({ part }) => part === 'tune').length,
      test: labelled.filter(({ part }) => part === 'test').length,
      sha256: hash(JSON.stringify(samples.map(({ id, label }) => [id, label]))),
    };
  };
  const summaryRun = ({ run, rows, behaviour }: KnownRun): RunSummary => {
    const last = new Map(rows.map((row) => [row.sample, row]));
    const failed = [...last.values()].filter(({ status }) => status === 'failed').length;
    const running = run.state === 'running';
    return {
      run,
      scored: last.size - failed,
      failed,
      seconds_left: running ? (run.samples - last.size) * behaviour.secondsEach : null,
      samples_per_second: running && last.size > 0 ? 1 / behaviour.secondsEach : null,
      job: null,
    };
  };
  const tell = (known: KnownRun): RunSummary => {
    const run = summaryRun(known);
    events.publish({ type: 'run', run });
    return run;
  };
  const samplesOf = (run: Run): EvaluationSample[] =>
    setOf(run.set_id).samples.filter(
      ({ label, part }) => run.part === 'all' || (label !== null && (run.part === 'labelled' || part === run.part)),
    );
  const enter = (id: string, change: Partial<Run>): RunSummary => {
    const known = runOf(id);
    known.run = { ...known.run, ...change };
    return tell(known);
  };

  function addRun(set_id: string, configuration: RunConfiguration, behaviour: Behaviour, part: Run['part']): KnownRun {
    const file = files.find(({ path }) => path === configuration.model_path);
    const known: KnownRun = {
      run: newRun(set_id, configuration, part, file?.bytes ?? 0, now()),
      rows: [],
      behaviour,
      seed: runs.size + 1,
    };
    known.run.samples = samplesOf(known.run).length;
    known.run.set_sha256 = summarySet(setOf(set_id)).sha256;
    runs.set(known.run.id, known);
    return known;
  }

  function score(known: KnownRun, count: number): void {
    const have = new Set(known.rows.map(({ sample }) => sample));
    const open = samplesOf(known.run).filter(({ id }) => !have.has(id));
    for (const sample of open.slice(0, count)) {
      const at = Number(sample.id.replace(/\D/g, ''));
      known.rows.push(madeUpRow(sample, at, known.seed, known.behaviour));
    }
  }

  const reading = (id: string): RunReading => {
    const { run, rows } = runOf(id);
    const known = setOf(run.set_id);
    const question =
      run.configuration.question ?? (known.set.binding.kind === 'bound' ? known.set.binding.question : null);
    return { run, question, rows, samples: known.samples, set_sha256: summarySet(known).sha256 };
  };
  const fitRun = (request: FitRequest) => {
    const read = reading(request.run_id);
    return fitConfiguration(read, request, new Date(clock));
  };
  const tellSaved = (): void => events.publish({ type: 'configurations', configurations: [...saved.values()] });
  const keep = (name: string, configuration: SavedConfiguration['configuration']): SavedConfiguration => {
    const entry = { sha256: configurationSha256(configuration), name, saved_at: now(), configuration };
    saved.set(entry.sha256, entry);
    tellSaved();
    return entry;
  };

  const silent = { info: () => undefined, error: () => undefined };
  const os = implement(contract)
    .$context<CallContext>()
    .use(async ({ next, path }) => {
      try {
        return await next();
      } catch (error) {
        throw reportFault(error, path.join('.'), silent);
      }
    });
  const router = {
    app: {
      info: os.app.info.handler(() => ({
        version: '0',
        host: 'browser' as const,
        platform: 'linux',
        workspace: '/workspace',
        can_pick_files: false,
        damaged: [],
      })),
      events: os.app.events.handler(({ signal }) =>
        events.subscribe(
          { type: 'hello', engine: { status: 'empty' }, jobs: [], settings, sharing: { status: 'off' } },
          signal,
        ),
      ),
    },
    settings: {
      get: os.settings.get.handler(() => settings),
      change: os.settings.change.handler(({ input }) => {
        const given = Object.entries(input).filter(([, value]) => value !== undefined);
        settings = { ...settings, ...Object.fromEntries(given) };
        events.publish({ type: 'settings', settings });
        return settings;
      }),
    },
    decisions: { list: os.decisions.list.handler(() => []), examples: os.decisions.examples.handler(() => []) },
    models: { list: os.models.list.handler(() => files) },
    engine: { state: os.engine.state.handler(() => ({ status: 'empty' as const })) },
    sharing: { state: os.sharing.state.handler(() => ({ status: 'off' as const })) },
    jobs: { list: os.jobs.list.handler(() => []) },
    deployments: { list: os.deployments.list.handler(() => []) },
    samples: {
      list: os.samples.list.handler(() => [...sets.values()].map(summarySet)),
      examples: os.samples.examples.handler(() => []),
      query: os.samples.query.handler(({ input }) => {
        const found = setOf(input.id).samples.filter(({ id }) => id.includes(input.search));
        return { total: found.length, rows: found.slice(0, input.limit).map(asSampleRow) };
      }),
    },
    runs: {
      list: os.runs.list.handler(() => [...runs.values()].map(summaryRun)),
      start: os.runs.start.handler(({ input }) =>
        input.configurations.map((configuration) => {
          const behaviour = usual;
          const known = addRun(input.set_id, configuration, behaviour, input.part);
          known.run.state = 'running';
          return tell(known);
        }),
      ),
      pause: os.runs.pause.handler(({ input }) => enter(input.id, { state: 'paused' })),
      resume: os.runs.resume.handler(({ input }) => enter(input.id, { state: 'running' })),
      cancel: os.runs.cancel.handler(({ input }) => enter(input.id, { state: 'cancelled', ended_at: now() })),
      retryFailed: os.runs.retryFailed.handler(({ input }) => {
        const known = runOf(input.id);
        const failed = new Set(known.rows.flatMap(({ status, sample }) => (status === 'failed' ? [sample] : [])));
        known.behaviour = { ...known.behaviour, failEvery: 0 };
        for (const sample of samplesOf(known.run).filter(({ id }) => failed.has(id))) {
          known.rows.push(madeUpRow(sample, Number(sample.id.replace(/\D/g, '')), known.seed, known.behaviour));
        }
        return tell(known);
      }),
      remove: os.runs.remove.handler(({ input }) => {
        runs.delete(input.id);
        events.publish({ type: 'run-removed', id: input.id });
        return {};
      }),
      rows: os.runs.rows.handler(({ input }) => {
        const { rows } = runOf(input.id);
        return { total: rows.length, rows: rows.slice(input.from, input.from + input.limit) };
      }),
      samples: os.runs.samples.handler(({ input }) => {
        const { samples } = setOf(input.set_id);
        return { total: samples.length, samples: samples.slice(input.from, input.from + input.limit) };
      }),
    },
    configurations: {
      list: os.configurations.list.handler(() => [...saved.values()]),
      fit: os.configurations.fit.handler(({ input }) => fitRun(input)),
      save: os.configurations.save.handler(async ({ input }) => {
        const { configuration } = await fitRun(input.request);
        return keep(input.name, configuration);
      }),
      remove: os.configurations.remove.handler(({ input }) => {
        saved.delete(input.sha256);
        tellSaved();
        return {};
      }),
      verify: os.configurations.verify.handler(({ input }) => {
        const read = reading(input.run_id);
        const known = saved.get(input.sha256) ?? missing('configuration');
        return verifyConfiguration(known.configuration, read);
      }),
      export: os.configurations.export.handler(({ input }) => {
        const { sha256, ...file } = saved.get(input.sha256) ?? missing('configuration');
        return { file_name: `${sha256.slice(0, 12)}.configuration.json`, text: writeConfigurationFile(file) };
      }),
      import: os.configurations.import.handler(({ input }) => {
        const { name, configuration } = readConfigurationFile(input.text, input.name);
        return keep(name, configuration);
      }),
    },
  };

  const server = await serveWorkbench({
    // Calls that are not among these answer 404, which the interface shows as a fault like any other.
    workbench: { router: router as unknown as Workbench['router'] },
    rendererFolder,
    port: 0,
  });
  const standIn: EvaluationStandIn = {
    newAddress: () => server.newAddress(),
    addSet: (known) => {
      sets.set(known.set.id, known);
      events.publish({ type: 'sample-sets', sets: [...sets.values()].map(summarySet) });
    },
    changeSamples: (setId, change) => {
      const known = setOf(setId);
      known.samples = known.samples.map(change);
      events.publish({ type: 'sample-sets', sets: [...sets.values()].map(summarySet) });
    },
    addRun: (setId, name, behaviour, { rows, state }) => {
      const file = files.find((entry) => name.includes(/\.(\w+)\.gguf$/.exec(entry.file)?.[1] ?? '?')) ?? files[0];
      const known = addRun(setId, madeUpConfiguration(name, file?.path ?? ''), behaviour, 'all');
      score(known, rows);
      const drift = { samples: Math.min(20, rows), largest: 0 };
      const tokens = known.rows.length * 60;
      known.run = {
        ...known.run,
        state,
        started_at: now(),
        ended_at: state === 'done' || state === 'cancelled' ? now() : null,
        drift: state === 'done' ? drift : null,
        wall_seconds: rows * behaviour.secondsEach,
        cpu_seconds: rows * behaviour.secondsEach * 1.6,
        peak_memory_bytes: 412_000_000,
        tokens_evaluated: tokens,
        tokens_reused: tokens * 2,
      };
      if (state === 'failed')
        known.run.fault = new Fault(
          'OUT_OF_MEMORY',
          'The engine ran out of memory.',
          'Close other programs and resume the run.',
        ).toData();
      tell(known);
      return known.run.id;
    },
    goOn: (runId, rows) => {
      const known = runOf(runId);
      if (known.run.state !== 'running') return;
      score(known, rows);
      const { scored, failed } = summaryRun(known);
      if (scored + failed >= known.run.samples)
        known.run = { ...known.run, state: 'done', ended_at: now(), drift: { samples: 20, largest: 0 } };
      tell(known);
    },
    summaryOf: (runId) => summaryRun(runOf(runId)),
    runIds: () => [...runs.keys()],
    close: async () => {
      events.close();
      await server.close();
    },
  };
  return standIn;
}

const usual: Behaviour = { skill: 0.85, boldness: 0.05, constant: false, secondsEach: 0.4, failEvery: 0 };

function missing(what: string): never {
  throw new Fault('NOT_FOUND', `There is no such ${what}.`, 'Choose another one.');
}

function hash(text: string): string {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.charCodeAt(0)) % 0x7fffffff;
  return sum.toString(16).padStart(64, '0');
}

function asSampleRow({ id, label, group, disputed, excerpt, part }: EvaluationSample) {
  const evidence = { format: 'text' as const, text: `${excerpt} This is the whole evidence.` };
  const sample = {
    id,
    evidence,
    label,
    group,
    note: '',
    disputed,
    suggestion: null,
    question: null,
    tags: {},
    origin: null,
  };
  return { sample, part, equal_evidence: [], misfit: null };
}

function newRun(
  set_id: string,
  configuration: RunConfiguration,
  part: Run['part'],
  bytes: number,
  created_at: string,
): Run {
  const texts = configuration.scoring.readout !== 'letters';
  const settings = {
    readout: texts ? ('texts' as const) : ('letters' as const),
    prompt_version: texts ? ('plain-text-v1' as const) : ('direct-options-v2' as const),
    template: 'builtin:chatml' as const,
    order: texts ? ('as-given' as const) : ('both-ways' as const),
    temperature: texts ? 2 : 1,
  };
  const identity: NonNullable<Run['identity']> = {
    settings,
    scoring: scoringConfiguration({ sha256: 'a'.repeat(64) }, settings, null, 'reproducible', batchTokens),
    configuration_sha256: 'c'.repeat(64),
    model: {
      file: configuration.model_path.split('/').at(-1) ?? '',
      sha256: 'a'.repeat(64),
      bytes,
      repository: null,
      revision: null,
      architecture: 'llama',
      quantization: /\.(\w+)\.gguf$/.exec(configuration.model_path)?.[1] ?? 'F32',
      vocab_size: 49152,
      gpu_layers: 0,
      threads: 1,
      context_tokens: 1024,
      engine: 'node-llama-cpp',
      engine_version: '3.21.1',
    },
    report: {
      backend: 'cpu',
      device: 'CPU',
      gpuLayersOffloaded: 0,
      layersTotal: 30,
      threads: 1,
      contextTokens: 1024,
      flashAttention: false,
      engineVersion: '3.21.1',
    },
    load_seconds: 0.31,
    host: { platform: 'linux', cpu: 'a processor', cores: 2, memory_bytes: 8e9 },
  };
  return {
    format: 1,
    id: uuidV7(machineOrigin),
    set_id,
    set_sha256: '',
    part,
    samples: 0,
    configuration,
    identity,
    state: 'queued',
    fault: null,
    created_at,
    started_at: null,
    ended_at: null,
    wall_seconds: 0,
    cpu_seconds: 0,
    peak_memory_bytes: 0,
    tokens_evaluated: 0,
    tokens_reused: 0,
    drift: null,
  };
}
