import type { AlignedRun } from '../align-runs.ts';

export const matrixFilters = ['all', 'differ', 'only-baseline', 'only-other', 'both-wrong', 'abstained'] as const;
export type MatrixFilter = (typeof matrixFilters)[number];

/**
 * Rows (positions among the common samples) of each filter, for the baseline and one other run.
 * @param abstained rows that any of the compared runs leaves to somebody else
 */
export function filterRows(
  baseline: Pick<AlignedRun, 'judged'>,
  other: Pick<AlignedRun, 'judged'>,
  abstained: ReadonlySet<number>,
): Record<MatrixFilter, number[]> {
  const rows: Record<MatrixFilter, number[]> = {
    all: [],
    differ: [],
    'only-baseline': [],
    'only-other': [],
    'both-wrong': [],
    abstained: [],
  };
  for (const [row, before] of baseline.judged.entries()) {
    const after = other.judged[row];
    if (after === undefined) continue;
    rows.all.push(row);
    if (before.choice !== after.choice) rows.differ.push(row);
    if (before.right && !after.right) rows['only-baseline'].push(row);
    if (!before.right && after.right) rows['only-other'].push(row);
    if (!before.right && !after.right) rows['both-wrong'].push(row);
    if (abstained.has(row)) rows.abstained.push(row);
  }
  return rows;
}
