import { MIN_CASES_FOR_A_RATE } from '../../workbench/statistics/proportions.ts';
import type { CandidateComparison } from '../../workbench/statistics/several-comparisons.ts';
import { verdictWords } from '../../workbench/statistics/verdict.ts';
import { formatBytes } from '../app/format-bytes.ts';
import { fileName } from '../app/model-name.ts';
import { aboutCount, formatDifference, formatInterval, formatShare } from '../charts/format-number.ts';
import type { AlignedRun } from './align-runs.ts';
import type { RunFigures } from './summarise-run.ts';
import { bytesOf, type Comparison } from './use-comparison.ts';

/** Accuracy with its interval; counts alone for fewer than ten samples. */
export function accuracyWords({ accuracy }: Pick<RunFigures, 'accuracy'>): string {
  if (accuracy.total < MIN_CASES_FOR_A_RATE) return `${accuracy.successes} of ${accuracy.total}`;
  return `${formatShare(accuracy.rate)} ${formatInterval(accuracy)}`;
}

export function differenceWords({ comparison }: CandidateComparison): string {
  const { accuracy, decisive } = comparison;
  return `${formatDifference(accuracy.difference)} ${formatInterval(decisive)}`;
}

/** The verdict in words, with the tests behind it. */
export function verdictSentence({ verdict, comparison }: CandidateComparison): string {
  return verdictWords(verdict, comparison.samplesToDecide);
}

export function testWords({ comparison, adjustedP }: CandidateComparison, comparisons: number): string {
  const exact = `McNemar p ${formatP(comparison.mcnemar.exact)}`;
  const mid = `mid-p ${formatP(comparison.mcnemar.mid)}`;
  return comparisons > 1 ? `${exact}, ${mid}, Holm ${formatP(adjustedP)} of ${comparisons}` : `${exact}, ${mid}`;
}

function formatP(p: number): string {
  return p < 0.001 ? '<0.001' : p.toFixed(3);
}

/** The answer to “how small may the model be?”. */
export function goodEnoughWords({ baseline, candidates, computed, aligned }: Comparison, margin: number): string {
  if (baseline === null || aligned.n === 0) return 'Nothing is compared yet.';
  if (candidates.length === 0) return 'Choose another run to compare with.';
  if (computed === null) return 'Being computed…';
  const points = `${Number((margin * 100).toFixed(1))} ${margin === 0.01 ? 'point' : 'points'}`;
  const whole = `${nameOf(baseline)} (${formatBytes(bytesOf(baseline.summary.run))})`;
  const smaller = candidates.filter(({ summary }) => bytesOf(summary.run) < bytesOf(baseline.summary.run));
  if (smaller.length === 0) return `No compared file is smaller than that of the baseline, ${whole}.`;
  const shown = computed.smallestGoodEnough;
  const found = smaller.find(({ summary }) => summary.run.id === shown?.name);
  if (found !== undefined) {
    return `${nameOf(found)} (${formatBytes(bytesOf(found.summary.run))}, ${fileName(found.summary.run.configuration.model_path)}) is the smallest file shown to lose at most ${points} of accuracy against ${whole}.`;
  }
  const needed = smaller.flatMap(({ summary }) => {
    const compared = computed.candidates.find(({ name }) => name === summary.run.id);
    const samples = compared?.comparison.goodEnough.samplesToDecide ?? null;
    return samples === null ? [] : [{ summary, samples }];
  });
  const [nearest] = needed.toSorted((one, other) => one.samples - other.samples);
  const start = `Not shown for any smaller file that it loses at most ${points} of accuracy against ${whole}.`;
  if (nearest === undefined) return `${start} No number of samples like these would change that.`;
  return `${start} For ${nearest.summary.run.configuration.name}, about ${aboutCount(nearest.samples)} samples like these would decide it.`;
}

function nameOf({ summary }: AlignedRun): string {
  return summary.run.configuration.name;
}
