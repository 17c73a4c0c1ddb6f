import { useQuery } from '@tanstack/react-query';
import type { EvaluationSample } from '../../workbench/contract/runs.ts';
import type { SampleSetSummary } from '../../workbench/contract/samples.ts';
import { useWorkbench } from '../app/connection/use-workbench.tsx';

const SAMPLES_A_CALL = 5000;

/** The samples of a set with the labels of now; read again whenever the set changes, the old ones shown meanwhile. */
export function useSetSamples(set: SampleSetSummary | undefined) {
  const { client } = useWorkbench();
  return useQuery({
    queryKey: ['evaluation-samples', set?.set.id, set?.sha256, set?.set.tune_share, set?.disputed],
    queryFn: async ({ signal }) => {
      const samples: EvaluationSample[] = [];
      if (set === undefined) return samples;
      for (;;) {
        const answer = await client.runs.samples(
          { set_id: set.set.id, from: samples.length, limit: SAMPLES_A_CALL },
          { signal },
        );
        samples.push(...answer.samples);
        if (answer.samples.length === 0 || samples.length >= answer.total) return samples;
      }
    },
    placeholderData: (before, query) => (query?.queryKey[1] === set?.set.id ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: set !== undefined,
  });
}
