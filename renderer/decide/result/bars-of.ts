import type { DecisionResult } from '../../../adapter/score/result.ts';
import type { DecisionDraft, QuestionDraft } from '../../../workbench/contract/decision-document.ts';
import type { ScoreAnswer } from '../../../workbench/contract/scoring.ts';

/** One option of a question with what the last result says of it. */
export interface Bar {
  /** Stays the same while the option is renamed or moved. */
  key: string;
  hue: number;
  /** Place in the question, from 0. */
  at: number;
  id: string;
  description: string;
  /** Null when the option was not in the scored draft. */
  probability: number | null;
  logit: number | null;
  tokens: number[];
}

export interface ScoredQuestion {
  question: QuestionDraft;
  result: DecisionResult;
}

/** What of a result the bars show. */
export interface ScoredOptions {
  question: QuestionDraft;
  result: Pick<DecisionResult, 'probabilities' | 'option_logits' | 'answer_token_ids'>;
}

/** The result of a question, found by its id, else by its place. */
export function scoredQuestion(
  draft: DecisionDraft,
  at: number,
  scored: { draft: DecisionDraft; answer: ScoreAnswer } | null,
): ScoredQuestion | null {
  if (scored === null) return null;
  const id = draft.questions[at]?.id;
  const byId = scored.draft.questions.findIndex((question) => question.id === id);
  const place = byId === -1 ? at : byId;
  const question = scored.draft.questions[place];
  const result = scored.answer.results[place];
  return question === undefined || result === undefined ? null : { question, result };
}

/** The bars of a question in its present order; results are matched by hue, which stays with an option. */
export function barsOf(question: QuestionDraft, scored: ScoredOptions | null): Bar[] {
  const places = new Map<string, number>();
  if (scored !== null) for (const [at, key] of optionKeys(scored.question.options).entries()) places.set(key, at);
  return optionKeys(question.options).map((key, at) => {
    const option = question.options[at];
    const place = places.get(key);
    const tokens = place === undefined ? undefined : scored?.result.answer_token_ids[place];
    return {
      key,
      at,
      hue: option?.hue ?? 0,
      id: option?.id ?? '',
      description: option?.description ?? '',
      probability: place === undefined ? null : (scored?.result.probabilities[place] ?? null),
      logit: place === undefined ? null : (scored?.result.option_logits[place] ?? null),
      tokens: tokens === undefined ? [] : Array.isArray(tokens) ? tokens : [tokens],
    };
  });
}

/** One key for each option: its hue, and a number when an imported draft uses a hue twice. */
export function optionKeys(options: readonly { hue: number }[]): string[] {
  const seen = new Map<number, number>();
  return options.map(({ hue }) => {
    const times = seen.get(hue) ?? 0;
    seen.set(hue, times + 1);
    return `${hue}-${times}`;
  });
}
