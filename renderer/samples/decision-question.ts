import { useQuery } from '@tanstack/react-query';
import type { DecisionDocument, OptionDraft, QuestionDraft } from '../../workbench/contract/decision-document.ts';
import { type SampleQuestion, sampleQuestionSchema } from '../../workbench/samples/sample.ts';
import { useDecisions, useSettings, useWorkbench } from '../app/connection/use-workbench.tsx';

/** A question of a decision of the workspace, as sample sets refer to it. */
export interface DecisionQuestion {
  document_id: string;
  question_id: string;
  /** The decision's name. */
  name: string;
  /** Null while the question breaks a rule, as an unfinished one does. */
  question: SampleQuestion | null;
  /** The options as they are drafted, with their hues. */
  options: OptionDraft[];
}

/** The questions of a decision, as they are stored now; empty without one. */
export function useDecisionQuestions(id: string | null): DecisionQuestion[] {
  const { client } = useWorkbench();
  const summary = useDecisions()?.find((decision) => decision.id === id);
  const { data } = useQuery({
    // The list says when a decision changed: the document is read again then.
    queryKey: ['decision', id, summary?.changed_at],
    queryFn: () => client.decisions.get({ id: id ?? '' }),
    enabled: id !== null && summary !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => (before?.id === id ? before : undefined),
  });
  return data === undefined ? [] : questionsOf(data);
}

/** The decision that Decide shows. */
export function useCurrentDecision(): string | null {
  return useSettings()?.last_decision ?? null;
}

function questionsOf(document: DecisionDocument): DecisionQuestion[] {
  const name = document.name === '' ? 'Untitled decision' : document.name;
  return document.draft.questions.map((question) => ({
    document_id: document.id,
    question_id: question.id,
    name: document.draft.questions.length === 1 ? name : `${name}: ${question.id}`,
    question: sampleQuestionOf(question),
    options: question.options,
  }));
}

/** What samples are asked; null while the draft breaks a rule. */
export function sampleQuestionOf({ kind, question, options }: QuestionDraft): SampleQuestion | null {
  const asked = { kind, question, options: options.map(({ id, description }) => ({ id, description })) };
  const checked = sampleQuestionSchema.safeParse(asked);
  const distinct = new Set(options.map(({ id }) => id)).size === options.length;
  return checked.success && distinct ? checked.data : null;
}
