import { nearestRank } from './latency.ts';
import { type Proportion, proportion } from './proportions.ts';

/** One task of the benchmark as it was answered, once and without a second try. */
export interface JevBenchRow {
  split: string;
  type: string;
  labels: readonly string[];
  expected: string;
  /** In the order of `labels`; null when scoring failed, which counts as wrong. */
  probabilities: readonly number[] | null;
  seconds: number;
}

export interface JevBenchReport {
  all: Proportion;
  failed: number;
  bySplit: { name: string; accuracy: Proportion }[];
  byType: { name: string; accuracy: Proportion }[];
  /** Nearest rank, seconds; null without tasks. */
  p50: number | null;
  p95: number | null;
}

/** The benchmark's own rules: a failure is wrong, and of equal probabilities the lexicographically smallest label wins. */
export function jevBenchReport(rows: readonly JevBenchRow[]): JevBenchReport {
  const seconds = Float64Array.from(rows, (row) => row.seconds).sort();
  return {
    all: accuracyOf(rows),
    failed: rows.filter(({ probabilities }) => probabilities === null).length,
    bySplit: accuracyBy(rows, 'split'),
    byType: accuracyBy(rows, 'type'),
    p50: nearestRank(seconds, 50),
    p95: nearestRank(seconds, 95),
  };
}

/** The label that the benchmark takes as the answer; null for a failed task. */
export function jevBenchAnswer({ labels, probabilities }: JevBenchRow): string | null {
  if (probabilities === null) return null;
  const largest = probabilities.reduce((best, p) => Math.max(best, p), 0);
  const tied = labels.filter((_, index) => probabilities[index] === largest);
  return tied.reduce<string | null>((first, label) => (first === null || label < first ? label : first), null);
}

function accuracyOf(rows: readonly JevBenchRow[]): Proportion {
  return proportion(rows.filter((row) => jevBenchAnswer(row) === row.expected).length, rows.length);
}

function accuracyBy(rows: readonly JevBenchRow[], key: 'split' | 'type'): { name: string; accuracy: Proportion }[] {
  const names = [...new Set(rows.map((row) => row[key]))].sort();
  return names.map((name) => ({ name, accuracy: accuracyOf(rows.filter((row) => row[key] === name)) }));
}
