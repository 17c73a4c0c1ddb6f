import type { Decision } from '../../../adapter/decision/decision.ts';
import { writeDecision } from '../../../adapter/decision/write-decision.ts';
import type { PlanFacts } from '../plan/plan-facts.ts';

/** Of texts in European languages; fewer in other scripts. Only a loaded model could count them. */
const BYTES_PER_TOKEN = 3.5;
/** The words around evidence, question and options. */
const PROMPT_TOKENS = 120;

/** About how many prompt tokens each decision has, and how many options the largest. */
export function countSampleTokens(decisions: readonly Decision[]): PlanFacts['samples'] {
  if (decisions.length === 0) return null;
  return {
    tokens: decisions.map(
      (decision) => PROMPT_TOKENS + Math.ceil(Buffer.byteLength(writeDecision(decision, 0)) / BYTES_PER_TOKEN),
    ),
    options: Math.max(...decisions.map(({ options }) => options.length)),
  };
}
