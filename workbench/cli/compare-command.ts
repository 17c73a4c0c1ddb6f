import type { Configuration } from '../../adapter/configuration/configuration.ts';
import { Fault, type FaultData } from '../../adapter/fault.ts';
import manifest from '../../package.json' with { type: 'json' };
import { faultOfData } from '../contract/fault-of-error.ts';
import type { RunSummary } from '../contract/runs.ts';
import type { SampleSetSummary } from '../contract/samples.ts';
import { aboutRuns, nameApart } from '../reports/about-runs.ts';
import { applyConfiguration } from '../reports/apply-configuration.ts';
import { type Compared, requireComparable } from '../reports/compared.ts';
import { comparedFromPredictions } from '../reports/compared-from-predictions.ts';
import { comparedFromRun, type SampleFilter } from '../reports/compared-from-run.ts';
import { type ComparisonReport, comparisonReport } from '../reports/comparison-report.ts';
import { readPredictions } from '../statistics/read-predictions.ts';
import { readInputText } from './read-input-file.ts';
import { findRun, findSet, readRun } from './read-run.ts';
import { chooseReportFormat, type ReportFormat, writeReport } from './report-output.ts';
import type { Terminal } from './terminal.ts';
import { type WorkbenchClient, withWorkbench } from './with-workbench.ts';
import { writeOutput } from './write-output.ts';

export interface ReportOptions {
  baseline?: string;
  margin?: number;
  seed?: number;
  draws?: number;
  part?: SampleFilter['part'];
  leaveOutDisputed?: true;
}

export interface CompareOptions extends ReportOptions {
  set?: string;
  workspace?: string;
  format?: ReportFormat;
  json?: true;
  output?: string;
}

/**
 * `compare [WHAT…]`: runs of the workspace (by id or name), all finished runs of `--set`, or files of predictions.
 * @throws Fault INVALID_REQUEST when they cannot be compared, with where
 */
export async function compareCommand(
  terminal: Terminal,
  what: readonly string[],
  options: CompareOptions,
): Promise<void> {
  const areFiles = what.length > 0 && what.every((name) => name === '-' || name.toLowerCase().endsWith('.jsonl'));
  const report = areFiles
    ? await compareFiles(terminal, what, options)
    : await withWorkbench(terminal, options.workspace, (client) => compareRuns(client, what, options));
  await writeOutput(terminal, options.output, writeReport(report, chooseReportFormat(options)));
}

async function compareFiles(
  terminal: Terminal,
  files: readonly string[],
  options: CompareOptions,
): Promise<ComparisonReport> {
  const given: Compared[] = [];
  for (const file of files) {
    const { text, sha256 } = await readInputText(terminal, file, 'a file of predictions');
    given.push(comparedFromPredictions(readPredictions(text, file), sha256));
  }
  return comparisonReport(given, {
    baseline: options.baseline ?? files[0],
    about: { made_by: madeBy },
    settings: settingsOf(options),
  });
}

async function compareRuns(
  client: WorkbenchClient,
  what: readonly string[],
  options: CompareOptions,
): Promise<ComparisonReport> {
  const named: RunSummary[] = [];
  for (const name of what) named.push(await findRun(client, name));
  const set = options.set === undefined ? null : await findSet(client, options.set);
  const runs =
    named.length > 0 || set === null
      ? named
      : (await client.runs.list()).filter(({ run }) => run.set_id === set.set.id && run.state === 'done').reverse();
  const [first] = runs;
  if (first === undefined) {
    throw new Fault('INVALID_REQUEST', 'There is nothing to compare.', 'Name runs, files of predictions, or --set.', {
      fields: [{ path: 'WHAT', message: 'No run and no file is named.' }],
    });
  }
  const other = runs.find(({ run }) => run.set_id !== first.run.set_id);
  if (other !== undefined) {
    const message = `${first.run.configuration.name} and ${other.run.configuration.name} are over two sample sets.`;
    throw new Fault('INVALID_REQUEST', message, 'Compare runs over one set.', { fields: [{ path: 'WHAT', message }] });
  }
  const own = (await client.samples.list()).find(({ set: { id } }) => id === first.run.set_id);
  return reportRuns(client, runs, own, options);
}

/**
 * The report on runs over one set.
 * @param options `triedOnce`: these very runs were made just now, and no failed sample was tried again
 * @param under for each run the saved configuration that its probabilities are read under
 */
export async function reportRuns(
  client: WorkbenchClient,
  runs: readonly RunSummary[],
  set: SampleSetSummary | undefined,
  options: ReportOptions & { triedOnce?: boolean },
  under: readonly (Configuration | null)[] = [],
): Promise<ComparisonReport> {
  const filter: SampleFilter = { part: options.part ?? 'all', disputed: options.leaveOutDisputed !== true };
  const read: Compared[] = [];
  const failures: FaultData[] = [];
  for (const [index, run] of runs.entries()) {
    const reading = await readRun(client, run);
    const saved = under[index] ?? null;
    const applied = saved === null ? null : applyConfiguration(saved, reading.question);
    const compared = comparedFromRun(reading, filter, applied);
    const failure = reading.rows.find((row) => row.status === 'failed');
    if (compared.calls.length === 0 && failure?.status === 'failed') failures.push(failure.fault);
    read.push(compared);
  }
  const given = nameApart(read);
  requireComparable(given);
  // Where every sample failed, the reason says more than an empty table.
  const [failure] = failures;
  if (failure !== undefined) throw faultOfData(failure);
  return comparisonReport(given, {
    baseline: options.baseline,
    about: aboutRuns(set, filter, madeBy),
    settings: settingsOf(options),
    triedOnce: options.triedOnce === true,
  });
}

const madeBy = `${manifest.name} ${manifest.version}`;

function settingsOf({ margin, seed, draws }: ReportOptions) {
  return {
    ...(margin === undefined ? {} : { margin }),
    ...(seed === undefined ? {} : { seed }),
    ...(draws === undefined ? {} : { draws }),
  };
}
