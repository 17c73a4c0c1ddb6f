import type { ScoringSettings } from '../../adapter/configuration/scoring-settings.ts';
import { invalidRequest } from '../../adapter/decision/invalid-request.ts';
import type { DecisionDraft } from '../contract/decision-document.ts';
import type { PromptAnswer, ScoreAnswer } from '../contract/scoring.ts';
import { resolveScoring } from '../decisions/default-scoring.ts';
import { draftToDecisions } from '../decisions/draft-to-decisions.ts';
import type { Implementer } from './implementer.ts';
import type { Services } from './services.ts';

export function scoringProcedures(os: Implementer['scoring'], services: Services) {
  return {
    score: os.score.handler(({ input, signal }) => score(services, input.ticket, input.draft, signal)),
    prompt: os.prompt.handler(({ input }) => showPrompt(services, input.draft, input.question)),
  };
}

async function score(
  { engine, events, settings, configurations }: Services,
  ticket: string,
  draft: DecisionDraft,
  signal: AbortSignal | undefined,
): Promise<ScoreAnswer> {
  const { decisions, faults } = draftToDecisions(draft);
  if (decisions === null) throw invalidRequest(faults);
  const chosen = chosenConfiguration(configurations, draft);
  let used: ScoringSettings | null = null;
  const results = await engine.score(
    decisions,
    (defaults) => {
      used = resolveScoring(draft.scoring, defaults, chosen);
      return used;
    },
    {
      maxPromptTokens: settings.get().max_prompt_tokens,
      configuration: chosen,
      ...(signal === undefined ? {} : { signal }),
      onProgress: ({ decision, tokensDone, tokensTotal }) =>
        events.publish({
          type: 'score-progress',
          ticket,
          decision,
          tokens_done: tokensDone,
          tokens_total: tokensTotal,
        }),
    },
  );
  if (used === null) throw new Error('The engine scored without asking for the settings');
  return { results, settings: used };
}

/** @throws Fault NOT_FOUND when the one that was chosen is not there any more */
function chosenConfiguration(configurations: Services['configurations'], { scoring }: DecisionDraft) {
  return scoring.configuration === null ? null : configurations.get(scoring.configuration).configuration;
}

async function showPrompt(
  { engine, configurations }: Services,
  draft: DecisionDraft,
  index: number,
): Promise<PromptAnswer> {
  const question = draft.questions[index];
  if (question === undefined) {
    throw invalidRequest([{ path: 'question', message: 'There is no such question.', limit: 'one of the draft' }]);
  }
  // The other questions may be unfinished: they are no part of this prompt.
  const { decisions, faults } = draftToDecisions({ ...draft, questions: [question] });
  if (decisions === null) {
    throw invalidRequest(
      faults.map((fault) => ({ ...fault, path: fault.path.replace(/^questions\[0\]/, `questions[${index}]`) })),
    );
  }
  const [decision] = decisions;
  if (decision === undefined) throw new Error('A checked draft has as many decisions as questions');
  const { prompt, tokens, slots } = await engine.prompt(decision, (defaults) =>
    resolveScoring(draft.scoring, defaults, chosenConfiguration(configurations, draft)),
  );
  return {
    prompt: prompt.text,
    prompt_sha256: prompt.sha256,
    prompt_version: prompt.version,
    user_text: prompt.userText,
    slots,
    tokens,
  };
}
