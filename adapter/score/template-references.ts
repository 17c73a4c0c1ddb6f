import type { Token } from '../engine/engine.ts';
import type { Walker } from '../engine/walker.ts';
import { type ChatTemplate, renderChat } from '../prompt/chat-template.ts';
import { chooseReferences } from '../readout/choose-references.ts';
import type { SlotReference } from '../readout/read-slots.ts';
import { tokenisePrompt } from './tokenise-prompt.ts';

/** Short messages: what matters of the prompts is where they end. Two, since one position is no rule. */
const trialChats = [
  { system: 'Respond with one letter.', user: '{"options": ["A", "B"]}' },
  { system: 'Choose one.', user: 'Is it warm or cold?' },
] as const;

/** Gives the reference tokens for prompts of a chat template. */
export type TemplateReferences = (template: ChatTemplate, signal?: AbortSignal) => Promise<readonly SlotReference[]>;

/**
 * Reference tokens for each chat template, chosen when it is first used. They depend on the model and the template
 * alone, never on what was scored before, so that the numbers do neither.
 */
export function createTemplateReferences(walker: Walker): TemplateReferences {
  const known = new Map<string, readonly SlotReference[]>();
  return async (template, signal) => {
    const found = known.get(template.sha256);
    if (found !== undefined) return found;
    const prompts: Token[][] = [];
    for (const { system, user } of trialChats) {
      const { pieces } = renderChat(template, system, user);
      const { tokens } = await tokenisePrompt({ pieces, sharedEnd: 0 }, walker.engine.vocabulary);
      prompts.push(tokens);
    }
    const chosen = await chooseReferences(walker, prompts, signal);
    known.set(template.sha256, chosen);
    return chosen;
  };
}
