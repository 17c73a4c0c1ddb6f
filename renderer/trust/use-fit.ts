import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FitAnswer, FitRequest } from '../../workbench/contract/configurations.ts';
import type { RunSummary } from '../../workbench/contract/runs.ts';
import type { SampleSetSummary } from '../../workbench/contract/samples.ts';
import { useWorkbench } from '../app/connection/use-workbench.tsx';

/** A slider that moves asks once it rests. */
const REST_MS = 250;

export interface Fit {
  /** The last answer, also while the next one is computed. */
  answer: FitAnswer | undefined;
  /** Whether the answer is to the request of now. */
  current: boolean;
  error: unknown;
}

/** Asks the workbench what would be saved; again when rows or labels change. */
export function useFit(request: FitRequest, run: RunSummary, set: SampleSetSummary): Fit {
  const { client } = useWorkbench();
  const [rested] = useDebouncedValue(request, REST_MS);
  const query = useQuery({
    queryKey: ['fit', rested, run.scored, run.failed, set.sha256],
    queryFn: ({ signal }) => client.configurations.fit(rested, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const current = !query.isPlaceholderData && !query.isFetching && JSON.stringify(rested) === JSON.stringify(request);
  return { answer: query.data, current, error: query.error };
}
