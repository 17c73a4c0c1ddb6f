import type { SampleSetSummary } from '../contract/samples.ts';
import type { Compared } from './compared.ts';
import type { SampleFilter } from './compared-from-run.ts';
import type { ComparisonReport } from './comparison-report.ts';

/** What a report on runs is about. @param madeBy as in `decision-workbench 1.0.0` */
export function aboutRuns(
  set: SampleSetSummary | undefined,
  filter: SampleFilter,
  madeBy: string,
): ComparisonReport['about'] {
  return {
    sample_set: set?.set.name ?? null,
    sample_set_sha256: set?.sha256 ?? null,
    part: filter.part,
    disputed_labels: filter.disputed ? 'counted' : 'left out',
    made_by: madeBy,
  };
}

/** Two runs of one configuration have one name; a table needs two. In the order given. */
export function nameApart(given: readonly Compared[]): Compared[] {
  const taken = new Set<string>();
  return given.map((one) => {
    let name = one.name;
    for (let count = 2; taken.has(name); count += 1) name = `${one.name} (${count})`;
    taken.add(name);
    return { ...one, name };
  });
}
