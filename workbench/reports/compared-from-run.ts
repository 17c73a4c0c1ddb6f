import { type Calibration, calibrate } from '../../adapter/score/calibrate.ts';
import type { RunReading } from '../configurations/run-reader.ts';
import type { Run } from '../contract/runs.ts';
import type { Compared, ComparedRow } from './compared.ts';
import type { MixedTask } from './mixed-figures.ts';
import { whereScored } from './where-scored.ts';

/** Which samples of a run count. */
export interface SampleFilter {
  /** Labelled samples of one part; `all` takes both. */
  part: 'all' | 'tune' | 'test';
  /** Whether samples on whose label people do not agree count. */
  disputed: boolean;
}

/** A saved configuration that probabilities are read under. */
export interface AppliedConfiguration {
  sha256: string;
  /** Null where it is about another decision. */
  calibration: Calibration | null;
}

/**
 * A run with the labels as they are now. In a mixed set each row has options of its own: they are taken by position, so
 * what depends on an option's name says nothing there.
 */
export function comparedFromRun(
  { run, question, rows, samples }: RunReading,
  filter: SampleFilter,
  under: AppliedConfiguration | null = null,
): Compared {
  const applied = under?.calibration ?? null;
  const byId = new Map(samples.map((sample) => [sample.id, sample]));
  const widest = Math.max(2, ...samples.map(({ options }) => options?.length ?? 0));
  const options =
    question === null
      ? Array.from({ length: widest }, (_, index) => `option ${index + 1}`)
      : question.options.map(({ id }) => id);
  const compared: ComparedRow[] = [];
  const identities: Compared['identities'][number][] = [];
  const calls: Compared['calls'][number][] = [];
  const optionMasses: (number | null)[] = [];
  const tasks: MixedTask[] = [];
  let failed = 0;
  for (const row of rows) {
    const sample = byId.get(row.sample);
    if (sample === undefined || (filter.part !== 'all' && sample.part !== filter.part)) continue;
    if (sample.disputed && !filter.disputed) continue;
    const { sample_sha256: evidence } = row;
    // Nothing is judged by a sample without a label, whatever was read.
    if (sample.label !== null) {
      identities.push({ id: row.sample, label: sample.label, ...(evidence === undefined ? {} : { evidence }) });
    }
    if (sample.options !== null && sample.kind !== null && sample.label !== null) {
      const { options: own, kind, part, label, split = null } = sample;
      const probabilities = row.status === 'failed' ? null : row.probabilities;
      tasks.push({ id: row.sample, kind, split, part, options: own, label, probabilities, seconds: row.seconds });
    }
    if (row.status === 'failed') {
      failed += 1;
      continue;
    }
    calls.push({ seconds: row.seconds, tokens: row.evaluated_tokens });
    optionMasses.push(row.option_mass);
    const position = sample.label === null ? -1 : (sample.options ?? options).indexOf(sample.label);
    const label = options[position];
    if (label === undefined) continue;
    const { order, temperature } = run.identity?.settings ?? { order: 'as-given', temperature: 1 };
    const fitted = applied === null ? row.probabilities : calibrate({ order, temperature, ...row }, applied);
    const probabilities = options.map((_, index) => fitted[index] ?? 0);
    compared.push({ id: row.sample, label, group: sample.group, probabilities, width: row.probabilities.length });
  }
  return {
    name: run.configuration.name,
    bytes: run.identity?.model.bytes ?? run.answered_by?.model?.bytes ?? null,
    options,
    mixed: question === null,
    rows: compared,
    identities,
    failed,
    calls,
    loadSeconds: run.identity?.load_seconds ?? null,
    peakMemoryBytes: run.peak_memory_bytes === 0 ? null : run.peak_memory_bytes,
    optionMasses,
    tasks: question === null ? tasks : null,
    where: whereScored(run),
    facts: { ...factsOf(run), 'saved configuration': under?.sha256 ?? 'none' },
    records: recordsOf(run),
  };
}

/** What a repetition needs to know of a run. */
function factsOf(run: Run): Compared['facts'] {
  const { configuration, identity, answered_by: by } = run;
  const { report, settings, host } = identity ?? {};
  const model = identity?.model ?? by?.model ?? undefined;
  return {
    'scored by': configuration.remote === undefined ? 'this program' : configuration.model_path,
    'model file': model?.file ?? by?.model_name ?? configuration.model_path,
    'model SHA-256': model?.sha256 ?? null,
    'model source': model?.repository == null ? 'a local file' : `${model.repository} at ${model.revision}`,
    quantisation: model?.quantization ?? null,
    'configuration SHA-256': identity?.configuration_sha256 ?? by?.configuration_sha256 ?? null,
    readout: settings?.readout ?? by?.readout ?? null,
    prompt: settings?.prompt_version ?? by?.prompt_version ?? null,
    template: settings?.template ?? null,
    order: settings?.order ?? null,
    temperature: settings?.temperature ?? null,
    question: configuration.question?.question ?? 'each sample’s own',
    options: configuration.question?.options.map(({ id, description }) => `${id}: ${description}`).join('; ') ?? null,
    mode: configuration.engine.mode,
    engine: model === undefined ? null : `${model.engine} ${model.engine_version}`,
    device: report === undefined ? (by?.device ?? null) : `${report.backend}, ${report.device}`,
    'instance type': by?.instance_type ?? null,
    'GPU layers': model?.gpu_layers ?? null,
    threads: report?.threads ?? model?.threads ?? null,
    'context tokens': report?.contextTokens ?? model?.context_tokens ?? null,
    host: host === undefined ? null : `${host.platform}, ${host.cpu}, ${host.cores} cores`,
    'part scored': run.part,
    'SHA-256 of the samples scored': run.set_sha256,
  };
}

function recordsOf(run: Run): Compared['records'] {
  const { drift, answered_by: by, configuration } = run;
  const price = configuration.remote?.price ?? null;
  return {
    run: run.id,
    started: run.started_at,
    ended: run.ended_at,
    'CPU seconds': run.cpu_seconds,
    'tokens evaluated': run.tokens_evaluated,
    'tokens reused': run.tokens_reused,
    ...(by === undefined
      ? {}
      : {
          'busy, times': by.busy.times,
          'busy, seconds': by.busy.seconds,
          'other builds or devices': by.others.length === 0 ? 'none' : by.others.join('; '),
        }),
    ...(price === null ? {} : { price: `$${price.usd_per_hour} an hour, ${price.source}` }),
    drift: drift === null ? 'not checked' : `${drift.largest} over ${drift.samples} samples`,
  };
}
