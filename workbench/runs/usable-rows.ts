import type { RunRow } from '../contract/runs.ts';
import type { Pacer } from '../samples/pacer.ts';
import type { Sample } from '../samples/sample.ts';
import type { PlannedSample } from './run-files.ts';
import { changedSince } from './score-samples.ts';

/**
 * Rows as they can be used now: one whose sample was changed or removed since is answered as failed, and says so. Each
 * has the hash of what was asked, so that runs that read different evidence are told apart.
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
    const asked = sha256 === undefined ? {} : { sample_sha256: sha256 };
    const { sample, seconds } = row;
    if (fault === null) usable.push({ ...row, ...asked });
    else usable.push({ status: 'failed', sample, ...asked, fault: fault.toData(), seconds });
    await pace();
  }
  return usable;
}
