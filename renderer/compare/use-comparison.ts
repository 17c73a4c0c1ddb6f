import { useMemo } from 'react';
import type { FaultData } from '../../adapter/fault.ts';
import type { EvaluationSample } from '../../workbench/contract/runs.ts';
import type { SampleSet } from '../../workbench/samples/sample-set.ts';
import type { NullBand } from '../../workbench/statistics/calibration.ts';
import { groupIndices } from '../../workbench/statistics/group-indices.ts';
import type { CandidateComparison, SeveralComparisons } from '../../workbench/statistics/several-comparisons.ts';
import { joinRun, type SampleFilter } from '../runs/join-run.ts';
import { isOrdered, runOptions, setOptions } from '../runs/run-options.ts';
import type { RunRows } from '../runs/use-run-rows.ts';
import { useStatistics } from '../statistics/use-statistics.ts';
import { type AlignedRun, type AlignedRuns, alignRuns } from './align-runs.ts';

// A fixed seed gives the same intervals each time; the export names it.
export const COMPARISON_SEED = 1;

export interface Comparison {
  aligned: AlignedRuns;
  baseline: AlignedRun | null;
  /** All but the baseline: the larger file first, of equal ones the older run. */
  candidates: AlignedRun[];
  /** Of these very runs; null while it is computed. */
  computed: SeveralComparisons | null;
  comparisonOf: (runId: string) => CandidateComparison | null;
  bandOf: (runId: string) => NullBand | null;
  fault: FaultData | null;
  /** Whether samples of a group were resampled as one. */
  grouped: boolean;
}

/** Joins, pairs and compares runs over one set; recomputed whenever rows, labels, filter or margin change. */
export function useComparison(
  set: SampleSet,
  samples: readonly EvaluationSample[],
  rows: readonly RunRows[],
  filter: SampleFilter,
  baselineId: string | null,
  margin: number,
): Comparison {
  const aligned = useMemo(() => {
    const joined = rows.map(({ summary, rows: known }) => ({
      summary,
      joined: joinRun(samples, known, setOptions(set), runOptions(summary.run, set), filter),
    }));
    return alignRuns(joined, set);
  }, [set, samples, rows, filter]);

  const baseline = useMemo(() => chooseBaseline(aligned.runs, baselineId), [aligned, baselineId]);
  const candidates = useMemo(
    () => aligned.runs.filter((run) => run !== baseline).toSorted(byFile),
    [aligned, baseline],
  );
  const grouped = baseline?.judged.some(({ sample }) => sample.group !== null) ?? false;

  const request = useMemo(() => {
    if (baseline === null || aligned.n === 0) return null;
    const groups = grouped ? { groups: groupIndices(baseline.judged.map(({ sample }) => sample.group)) } : {};
    return {
      kind: 'compare' as const,
      baseline: baseline.predictions,
      candidates: candidates.map(({ summary, predictions }) => ({
        name: summary.run.id,
        bytes: bytesOf(summary.run),
        predictions,
      })),
      options: { seed: COMPARISON_SEED, margin, ordered: isOrdered(set), ...groups },
    };
  }, [baseline, candidates, aligned.n, grouped, margin, set]);
  const { last, fault } = useStatistics<'compare'>(request);

  return useMemo(() => {
    // What was computed for other samples or another baseline is not shown under these.
    const current = last !== null && last.request === request ? last.answer : null;
    return {
      aligned,
      baseline,
      candidates,
      computed: current?.comparisons ?? null,
      comparisonOf: (runId) => current?.comparisons.candidates.find(({ name }) => name === runId) ?? null,
      bandOf: (runId) => {
        const at = [baseline, ...candidates].findIndex((run) => run?.summary.run.id === runId);
        return current?.bands[at] ?? null;
      },
      fault,
      grouped,
    };
  }, [aligned, baseline, candidates, last, request, fault, grouped]);
}

function byFile({ summary: { run: one } }: AlignedRun, { summary: { run: other } }: AlignedRun): number {
  return bytesOf(other) - bytesOf(one) || (one.created_at < other.created_at ? -1 : 1);
}

export function bytesOf(run: AlignedRun['summary']['run']): number {
  return run.identity?.model.bytes ?? run.answered_by?.model?.bytes ?? 0;
}

/** The chosen run, else the one with the largest file; of equal ones the oldest. */
function chooseBaseline(runs: readonly AlignedRun[], id: string | null): AlignedRun | null {
  const chosen = runs.find(({ summary }) => summary.run.id === id);
  if (chosen !== undefined) return chosen;
  return runs.toSorted(byFile)[0] ?? null;
}
