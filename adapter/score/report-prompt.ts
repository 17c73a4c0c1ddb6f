import type { Vocabulary } from '../engine/engine.ts';
import type { Work } from './encode-work.ts';
import type { PromptReport } from './scorer.ts';

/** The prompt of a decision, in the order as given, with the text of each of its tokens. */
export function reportPrompt(work: Work, vocabulary: Vocabulary): PromptReport {
  const { prompt, tokens } = work.readout === 'letters' ? work.orders[0] : work.texts.context;
  return {
    prompt,
    tokens: tokens.map((id) => ({ id, text: vocabulary.text(id), special: vocabulary.isControl(id) })),
    slots: work.readout === 'letters' ? work.orders[0].labels : [],
  };
}
