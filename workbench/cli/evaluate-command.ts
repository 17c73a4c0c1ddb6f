import { basename } from 'node:path';
import type { Configuration } from '../../adapter/configuration/configuration.ts';
import type { Order, ReadoutName } from '../../adapter/configuration/scoring-settings.ts';
import { Fault } from '../../adapter/fault.ts';
import type { PromptVersion } from '../../adapter/prompt/rendered-prompt.ts';
import type { EngineSettings } from '../../adapter/score/scorer.ts';
import type { RunConfiguration } from '../contract/runs.ts';
import type { SampleSetSummary } from '../contract/samples.ts';
import { defaultScoring } from '../decisions/default-scoring.ts';
import { type ReportOptions, reportRuns } from './compare-command.ts';
import { type Gates, judgeGates } from './gates.ts';
import { storeSamples } from './import-command.ts';
import type { ImportOptions } from './import-options.ts';
import { chooseModel } from './open-engine.ts';
import { readConfiguration } from './read-configuration.ts';
import { findSet } from './read-run.ts';
import { readSamples } from './read-samples.ts';
import { type RemoteOptions, remoteConfigurations, withEndpointPrices } from './remote-options.ts';
import { chooseReportFormat, type ReportFormat, writeReport } from './report-output.ts';
import { runSamples } from './run-samples.ts';
import type { Terminal } from './terminal.ts';
import { withWorkbench } from './with-workbench.ts';
import { writeOutput } from './write-output.ts';

export interface EvaluateOptions extends ReportOptions, ImportOptions, Gates, RemoteOptions {
  set?: string;
  workspace?: string;
  model?: string[];
  readout?: ReadoutName[];
  promptVersion?: PromptVersion[];
  order?: Order[];
  configuration?: string[];
  temperature?: number;
  threads?: number;
  gpuLayers: EngineSettings['gpuLayers'];
  context: number;
  mode: EngineSettings['mode'];
  format?: ReportFormat;
  json?: true;
  output?: string;
}

/**
 * `evaluate [FILE]`: scores labelled samples, of `--set` or of a file directly, with every combination of what was named,
 * at every endpoint and address that was named, and reports on it. A file alone leaves nothing behind unless a workspace is named.
 * @returns whether every demand was met
 * @throws Fault INVALID_REQUEST before anything is loaded; NO_MODEL; what loading and scoring throw
 */
export async function evaluateCommand(
  terminal: Terminal,
  file: string | undefined,
  options: EvaluateOptions,
): Promise<boolean> {
  if ((file === undefined) === (options.set === undefined)) {
    const both = file !== undefined;
    throw new Fault(
      'INVALID_REQUEST',
      both ? 'Both a file and a set are named.' : 'There is nothing to evaluate.',
      'Name a file of labelled samples, or a set of the workspace with --set.',
      {
        fields: [
          { path: 'FILE', message: both ? 'Only one of FILE and --set can be given.' : 'No file and no set is named.' },
        ],
      },
    );
  }
  const read = file === undefined ? null : await readSamples(terminal, file, options);
  const planned = await planRuns(terminal, options);
  const workspace = read !== null && options.workspace === undefined ? null : options.workspace;
  return withWorkbench(terminal, workspace, async (client) => {
    const set: SampleSetSummary =
      read === null
        ? await findSet(client, options.set ?? '')
        : await storeSamples(client, { name: basename(file ?? ''), ...read });
    const part = options.part === undefined || options.part === 'all' ? 'labelled' : options.part;
    const configurations = await withEndpointPrices(
      client,
      planned.map(({ configuration }) => configuration),
    );
    const request = { set_id: set.set.id, part, configurations } as const;
    for (const { sentence } of await client.runs.disclose(request)) terminal.err(`${sentence}\n`);
    // Whoever names an endpoint or an address wants its answers, and has just been told what that takes.
    const runs = await runSamples(terminal, client, { ...request, may_leave: true });
    const under = planned.map((one) => one.under);
    const report = await reportRuns(client, runs, set, { ...options, triedOnce: true }, under);
    await writeOutput(terminal, options.output, writeReport(report, chooseReportFormat(options)));
    const judged = report.configurations.flatMap((one) => judgeGates(one, options));
    for (const { sentence } of judged) terminal.err(`${sentence}\n`);
    return judged.every(({ passed }) => passed);
  });
}

/** A run to make, and the saved configuration that its probabilities are read under. */
interface PlannedRun {
  configuration: RunConfiguration;
  under: Configuration | null;
}

/** Every combination, those of one model file beside each other. */
async function planRuns(terminal: Terminal, options: EvaluateOptions): Promise<PlannedRun[]> {
  const saved: { name: string; configuration: Configuration }[] = [];
  for (const file of options.configuration ?? []) {
    saved.push({ name: basename(file, '.json'), configuration: await readConfiguration(terminal, file) });
  }
  const elsewhere = remoteConfigurations(terminal, options, engineOf(options)).map(
    (configuration): PlannedRun => ({ configuration, under: null }),
  );
  const planned: PlannedRun[] = [];
  // Who names only places elsewhere needs no model here.
  if (elsewhere.length > 0 && options.model === undefined && saved.length === 0) return elsewhere;
  for (const named of options.model ?? [undefined]) {
    const model_path = await chooseModel(terminal, named);
    if (saved.length === 0) planned.push(...combinations(model_path, options));
    else planned.push(...saved.map((one) => plannedUnder(model_path, one, options)));
  }
  return [...planned, ...elsewhere];
}

function combinations(model_path: string, options: EvaluateOptions): PlannedRun[] {
  const { readout = [null], promptVersion = [null], order = ['as-given' as const], temperature = null } = options;
  return readout.flatMap((oneReadout) =>
    promptVersion.flatMap((prompt_version) =>
      order.map((oneOrder): PlannedRun => {
        const said = [oneReadout, prompt_version, oneOrder === 'as-given' ? null : oneOrder];
        const name = [basename(model_path, '.gguf'), ...said.filter((one) => one !== null)].join(' · ');
        const scoring = { ...defaultScoring, readout: oneReadout, prompt_version, order: oneOrder, temperature };
        const configuration = { name, model_path, scoring, question: null, engine: engineOf(options) };
        return { configuration, under: null };
      }),
    ),
  );
}

function plannedUnder(
  model_path: string,
  { name, configuration: under }: { name: string; configuration: Configuration },
  options: EvaluateOptions,
): PlannedRun {
  const { readout, prompt_version, template, order, temperature, mode } = under.scoring;
  const scoring = {
    ...defaultScoring,
    readout,
    prompt_version,
    template: template?.source ?? null,
    order,
    temperature,
  };
  const engine = { ...engineOf(options), mode };
  const configuration = {
    name: `${basename(model_path, '.gguf')} · ${name}`,
    model_path,
    scoring,
    question: null,
    engine,
  };
  return { configuration, under };
}

function engineOf({ gpuLayers, threads, context, mode }: EvaluateOptions): EngineSettings {
  return { gpuLayers, threads: threads ?? null, contextTokens: context, mode };
}
