import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DecisionDraft } from '../../../workbench/contract/decision-document.ts';
import type { SampleQuestion } from '../../../workbench/samples/sample.ts';
import type { SampleSet } from '../../../workbench/samples/sample-set.ts';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';
import { sayWhen } from '../../decide/document/say-when.ts';
import type { Wording } from './draft-configuration.ts';

/** Wordings of the set's decision, as it is now and as it was, that have the set's option ids. */
export function useWordings(set: SampleSet | undefined): Wording[] {
  const { client } = useWorkbench();
  const binding = set?.binding;
  const decision = binding?.kind === 'bound' ? binding.decision : null;
  const versions = useQuery({
    queryKey: ['wordings', decision?.document_id],
    queryFn: async () => {
      const id = decision?.document_id ?? '';
      const [document, history] = await Promise.all([client.decisions.get({ id }), client.decisions.history({ id })]);
      return [
        { key: 'now', label: 'as it is now', draft: document.draft },
        ...history.map(({ revision, label, at, draft }) => ({
          key: String(revision),
          label: label ?? `version of ${sayWhen(at)}`,
          draft,
        })),
      ];
    },
    enabled: decision !== null,
    staleTime: 0,
  });
  return useMemo(() => {
    if (binding?.kind !== 'bound' || decision === null) return [];
    const seen = new Set([JSON.stringify(wordingOf(binding.question))]);
    return (versions.data ?? []).flatMap(({ key, label, draft }) => {
      const question = questionOf(draft, decision);
      if (question === null || !sameIds(question, binding.question)) return [];
      const wording = JSON.stringify(wordingOf(question));
      if (seen.has(wording)) return [];
      seen.add(wording);
      return [{ key, label, question }];
    });
  }, [binding, decision, versions.data]);
}

function questionOf(draft: DecisionDraft, decision: { question_id: string }): SampleQuestion | null {
  const found = draft.questions.find(({ id }) => id === decision.question_id);
  if (found === undefined) return null;
  const { kind, question, options } = found;
  return { kind, question, options: options.map(({ id, description }) => ({ id, description })) };
}

function sameIds(one: SampleQuestion, other: SampleQuestion): boolean {
  const ids = new Set(other.options.map(({ id }) => id));
  return one.options.length === ids.size && one.options.every(({ id }) => ids.has(id));
}

function wordingOf({ question, options }: SampleQuestion) {
  return [question, options.map(({ id, description }) => [id, description])];
}
