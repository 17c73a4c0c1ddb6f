import type { EvaluationSample, Run } from '../../workbench/contract/runs.ts';
import type { SampleSetSummary } from '../../workbench/contract/samples.ts';
import { aboutRuns, nameApart } from '../../workbench/reports/about-runs.ts';
import { comparedFromRun } from '../../workbench/reports/compared-from-run.ts';
import type { ReportForm } from '../../workbench/reports/write-report-as.ts';
import type { SampleFilter } from '../runs/join-run.ts';
import type { RunRows } from '../runs/use-run-rows.ts';
import type { StatisticsRequest } from '../statistics/statistics-request.ts';
import { COMPARISON_SEED } from './use-comparison.ts';

type ReportRequest = Extract<StatisticsRequest, { kind: 'report' }>;

interface ExportedComparison {
  /** The baseline first; none when nothing is compared. */
  runs: readonly Run[];
  /** Of these runs and others. */
  rows: readonly RunRows[];
  samples: readonly EvaluationSample[];
  set: SampleSetSummary;
  filter: SampleFilter;
  margin: number;
  /** Of the product that writes it. */
  version: string;
}

/** What the worker is asked for the report on what the screen compares; null when nothing is compared. */
export function reportRequest(exported: ExportedComparison, form: ReportForm): ReportRequest | null {
  const { runs, rows, samples, set, filter, margin, version } = exported;
  const { binding } = set.set;
  const read = runs.map((run) => {
    const known = rows.find(({ summary }) => summary.run.id === run.id)?.rows.values() ?? [];
    const question = run.configuration.question ?? (binding.kind === 'bound' ? binding.question : null);
    return comparedFromRun({ run, question, rows: [...known], samples: [...samples], set_sha256: set.sha256 }, filter);
  });
  const given = nameApart(read);
  const [baseline] = given;
  if (baseline === undefined) return null;
  return {
    kind: 'report',
    given,
    about: aboutRuns(set, filter, `decision-workbench ${version}`),
    baseline: baseline.name,
    settings: { seed: COMPARISON_SEED, margin },
    form,
  };
}

const files: Readonly<Record<ReportForm, { ending: string; type: string }>> = {
  csv: { ending: 'csv', type: 'text/csv' },
  markdown: { ending: 'md', type: 'text/markdown' },
  json: { ending: 'json', type: 'application/json' },
  html: { ending: 'html', type: 'text/html' },
};

/** The report's file; its name says what it is about. */
export function reportFile(text: string, form: ReportForm, setName: string): { name: string; content: Blob } {
  const { ending, type } = files[form];
  const name = `comparison-${setName.replace(/[^\p{L}\p{N}]+/gu, '-')}.${ending}`;
  return { name, content: new Blob([text], { type }) };
}
