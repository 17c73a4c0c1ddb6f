import type { DecisionDraft } from '../contract/decision-document.ts';
import { draftToDecisions } from '../decisions/draft-to-decisions.ts';
import type { EngineOwner } from '../engine/owner.ts';

/**
 * Tokens of the longest question of a draft, counted with the loaded model; null when none is loaded, or the draft is
 * no decision yet. Another model's vocabulary gives more or fewer, which the reserve of a suggestion covers.
 */
export async function countTokens(engine: EngineOwner, draft: DecisionDraft): Promise<number | null> {
  if (engine.state().status !== 'ready') return null;
  let most: number | null = null;
  for (const decision of draftToDecisions(draft).decisions ?? []) {
    const report = await engine.prompt(decision, (defaults) => defaults).catch(() => null);
    if (report !== null) most = Math.max(most ?? 0, report.tokens.length);
  }
  return most;
}
