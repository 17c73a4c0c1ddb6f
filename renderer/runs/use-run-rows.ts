import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { RunRow, RunSummary } from '../../workbench/contract/runs.ts';
import { useWorkbench } from '../app/connection/use-workbench.tsx';
import { type KnownRows, NO_ROWS, readNewRows } from './row-store.ts';

export interface RunRows {
  summary: RunSummary;
  rows: ReadonlyMap<string, RunRow>;
  /** Whether rows were read at least once. */
  ready: boolean;
  error: unknown;
}

/**
 * The rows of runs, growing while they run: each event with new counts reads what came since. What was read stays on
 * screen meanwhile.
 */
export function useRunRows(runs: readonly RunSummary[]): RunRows[] {
  const { client } = useWorkbench();
  const cache = useQueryClient();
  const known = useQueries({
    queries: runs.map((summary) => ({
      queryKey: rowsKey(summary.run.id),
      queryFn: (): Promise<KnownRows> =>
        readNewRows(client.runs, summary, cache.getQueryData<KnownRows>(rowsKey(summary.run.id)) ?? NO_ROWS),
      staleTime: Number.POSITIVE_INFINITY,
      structuralSharing: false,
    })),
    combine,
  });

  useEffect(() => {
    for (const [at, { run, scored, failed }] of runs.entries()) {
      const read = known[at];
      if (read?.data === undefined || (read.data.scored === scored && read.data.failed === failed)) continue;
      // A read under way is not cut off: with many events none would ever end. This effect comes again at its end.
      void cache.refetchQueries({ queryKey: rowsKey(run.id) }, { cancelRefetch: false });
    }
  }, [runs, known, cache]);

  return useMemo(
    () =>
      runs.map((summary, at) => ({
        summary,
        rows: known[at]?.data?.rows ?? NO_ROWS.rows,
        ready: known[at]?.data !== undefined,
        error: known[at]?.error ?? null,
      })),
    [runs, known],
  );
}

function rowsKey(id: string) {
  return ['run-rows', id];
}

function combine(results: UseQueryResult<KnownRows>[]): { data: KnownRows | undefined; error: unknown }[] {
  return results.map(({ data, error }) => ({ data, error }));
}
