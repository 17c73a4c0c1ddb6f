import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SampleSet } from '../../workbench/samples/sample-set.ts';
import { useWorkbench } from '../app/connection/use-workbench.tsx';

/** Hue of each option by its id: those of the decision that the set belongs to, else by place. */
export function useHues(set: SampleSet | undefined): (option: string) => number {
  const { client } = useWorkbench();
  const decision = set?.binding.kind === 'bound' ? set.binding.decision : null;
  const { data } = useQuery({
    queryKey: ['decision-hues', decision?.document_id],
    queryFn: () => client.decisions.get({ id: decision?.document_id ?? '' }),
    enabled: decision !== null,
  });
  return useMemo(() => {
    const hues = new Map<string, number>();
    if (set?.binding.kind === 'bound') {
      for (const [at, { id }] of set.binding.question.options.entries()) hues.set(id, at);
    }
    const question = data?.draft.questions.find(({ id }) => id === decision?.question_id);
    for (const { id, hue } of question?.options ?? []) if (hues.has(id)) hues.set(id, hue);
    return (option) => hues.get(option) ?? 0;
  }, [set, data, decision]);
}
