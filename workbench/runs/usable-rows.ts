import type { RunRow } from '../contract/runs.ts';
import type { Pacer } from '../samples/pacer.ts';
import type { Sample } from '../samples/sample.ts';
import type { PlannedSample } from './run-files.ts';
import { changedSince } from './score-samples.ts';

/**
 * Rows as they can be used now: one whose sample was changed or removed since is answered as failed, and says so.
 * @param find the sample of an id, as it is now
 */
export async function usableRows(
  rows: readonly RunRow[],
  plan: readonly PlannedSample[],
  find: (id: string) => Sample | undefined,
  pace: Pacer,
): Promise<RunRow[]> {
  const planned = new Map(plan);
  const usable: RunRow[] = [];
  for (const row of rows) {
    const sha256 = planned.get(row.sample);
    const fault = row.status === 'failed' || sha256 === undefined ? null : changedSince(find(row.sample), sha256);
    if (fault === null) usable.push(row);
    else usable.push({ status: 'failed', sample: row.sample, fault: fault.toData(), seconds: row.seconds });
    await pace();
  }
  return usable;
}
