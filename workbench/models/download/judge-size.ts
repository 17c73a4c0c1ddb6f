import type { HubModel } from '../../contract/hub.ts';

/** Context, working memory and the engine itself, beside the weights: what small contexts take. */
const BESIDE_WEIGHTS_BYTES = 700e6;
/** What other programs need to go on. */
const LEFT_TO_OTHERS = 0.15;

/**
 * Whether a model of that size would fit the memory, before its header is known. The estimate from the header is made
 * once the file is here.
 * @param memory bytes of this machine, in all and free now
 */
export function judgeSize(bytes: number, memory: { total: number; free: number }): HubModel['fit'] {
  const need = bytes + BESIDE_WEIGHTS_BYTES;
  const verdict = need > memory.total * (1 - LEFT_TO_OTHERS) ? 'too-large' : need > memory.free ? 'tight' : 'fits';
  const numbers = `about ${gigabytes(need)} GB with a small context, of ${gigabytes(memory.total)} GB`;
  const words = {
    fits: `Fits: ${numbers}.`,
    tight: `Tight: ${numbers}, and only ${gigabytes(memory.free)} GB are free now.`,
    'too-large': `Too large for this machine’s memory: ${numbers}.`,
  };
  return { verdict, words: words[verdict] };
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1);
}
