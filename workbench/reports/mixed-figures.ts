import type { SampleQuestion } from '../samples/sample.ts';
import { type JevBenchReport, jevBenchReport } from '../statistics/jevbench.ts';
import { type MixedReport, mixedReport } from '../statistics/mixed-sets.ts';
import type { PartedRow } from '../statistics/temperature-by-type.ts';

/** A labelled sample of a mixed set as it was answered. */
export interface MixedTask {
  id: string;
  kind: SampleQuestion['kind'];
  /** The part of its source that it belongs to, as in JevBench's `public`; null when the source names none. */
  split: string | null;
  part: 'tune' | 'test';
  options: readonly string[];
  label: string;
  /** In the order of its options; null when scoring failed. */
  probabilities: readonly number[] | null;
  seconds: number;
}

/** What a report says of a configuration on samples that bring their own questions. */
export interface MixedFigures {
  mixed: MixedReport;
  /** By the rules of that benchmark; null when the samples are not its own, or were not tried exactly once. */
  jevbench: JevBenchReport | null;
}

/** The question types as the benchmark calls them. */
const jevBenchTypes = { choice: 'choice', 'yes-no': 'noul', score: 'score' } as const;

/**
 * @param counted ids of the samples that the rest of the report is about; the benchmark's report is about all tasks, as a
 * failed one counts as wrong
 * @param triedOnce whether no failed sample was tried again
 */
export function mixedFigures(
  tasks: readonly MixedTask[],
  counted: ReadonlySet<string>,
  triedOnce: boolean,
): MixedFigures {
  const mixed = mixedReport(partedRows(tasks, counted));
  const rows = tasks.flatMap(({ kind, split, options, label, probabilities, seconds }) =>
    split === null
      ? []
      : [{ split, type: jevBenchTypes[kind], labels: options, expected: label, probabilities, seconds }],
  );
  const isBenchmark = triedOnce && rows.length > 0 && rows.length === tasks.length;
  return { mixed, jevbench: isBenchmark ? jevBenchReport(rows) : null };
}

/** The tasks that were scored, as the statistics take them. */
export function partedRows(tasks: readonly MixedTask[], counted: ReadonlySet<string>): PartedRow[] {
  return tasks.flatMap(({ id, kind, part, options, label, probabilities, seconds }) =>
    probabilities === null || !counted.has(id)
      ? []
      : [{ type: kind, part, probabilities, label: options.indexOf(label), seconds }],
  );
}
