import type { Decision } from '../decision/decision.ts';
import type { ServedModel } from './served-model.ts';
import type { TokenBudget } from './server-settings.ts';

/** Evidence, question and options that any model can read. */
const decision: Decision = {
  id: 'self-test',
  state: { kind: 'string', value: 'The sky over the harbour is blue today.' },
  question: 'What is the evidence about?',
  kind: 'choice',
  options: [
    { id: 'weather', description: 'The weather.' },
    { id: 'money', description: 'Money.' },
  ],
};

/**
 * Scores one decision the way that requests are scored. What is wrong with the template, the settings or the
 * configuration shows here, and not at the first request.
 * @throws Fault as Scorer.score
 */
export async function selfTest(served: ServedModel, budget: TokenBudget, signal?: AbortSignal): Promise<void> {
  await served.score([decision], {
    maxPromptTokens: Math.min(budget.one, served.engine.contextTokens),
    maxRequestTokens: budget.request,
    ...(signal === undefined ? {} : { signal }),
  });
}
