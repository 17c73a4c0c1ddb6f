import { setImmediate } from 'node:timers/promises';
import type { Vocabulary } from '../engine/engine.ts';
import type { Work } from './encode-work.ts';
import type { PromptReport, TokenView } from './scorer.ts';

/** Tokens whose text is asked for in one go: some ms, as the event loop may be blocked for 50. */
const sliceTokens = 4_000;

/** The prompt of a decision, in the order as given, with the text of each of its tokens. */
export async function reportPrompt(work: Work, vocabulary: Vocabulary): Promise<PromptReport> {
  const { prompt, tokens } = work.readout === 'letters' ? work.orders[0] : work.texts.context;
  const views: TokenView[] = [];
  for (const [index, id] of tokens.entries()) {
    if (index % sliceTokens === sliceTokens - 1) await setImmediate();
    views.push({ id, text: vocabulary.text(id), special: vocabulary.isControl(id) });
  }
  return {
    prompt,
    tokens: views,
    slots: work.readout === 'letters' ? work.orders[0].labels : [],
  };
}
