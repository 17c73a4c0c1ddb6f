import type { EncodedPrompt } from './encode-decision.ts';
import { createTextTermCache, type TextTermCache } from './text-term-cache.ts';

/** Options of one decision, and those that a person tried in their place. */
const MAX_TEXTS = 1000;

/**
 * What option texts have after the prompt that was read last, as the engine keeps that prompt's evaluation. When an
 * option is added or changed while the evidence stays, the others need not be read again. Only the last prompt's: times
 * of a run over many samples are those of reading each.
 */
export interface LastPromptSums {
  /** The sums known after this very prompt; those of another one are forgotten. */
  of(prompt: EncodedPrompt): TextTermCache;
}

export function createLastPromptSums(): LastPromptSums {
  let key = '';
  let sums = createTextTermCache(MAX_TEXTS);
  return {
    of({ prompt, path }) {
      // the borders change the last digits, and equal text may have others
      const wanted = `${prompt.sha256} ${path.borders.join(',')}`;
      if (wanted !== key) {
        key = wanted;
        sums = createTextTermCache(MAX_TEXTS);
      }
      return sums;
    },
  };
}
