import type { Walker, WalkOptions } from '../engine/walker.ts';
import { readText } from '../readout/read-text.ts';
import type { EncodedPrompt, EncodedTexts } from './encode-decision.ts';
import type { TextTermCache } from './text-term-cache.ts';

type Report = Pick<WalkOptions, 'signal' | 'onTokens'>;

/**
 * Log probability of each option's text after a prompt, in nats. The prompt is evaluated once; its last token goes with
 * each option's tokens.
 * @param known sums after this prompt that need not be read; what is read is added
 * @returns the sums and the tokens of the prompt that were reused
 */
export async function readTexts(
  walker: Walker,
  prompt: EncodedPrompt,
  options: EncodedTexts['options'],
  { signal, onTokens }: Report,
  known?: TextTermCache,
): Promise<{ sums: number[]; reused: number }> {
  const walk = { checkpointsAt: [prompt.shared, prompt.tokens.length - 1], signal };
  const all = options.every((text) => known?.get(text.join(',')) !== undefined);
  const reused = all ? prompt.tokens.length - 1 : await walker.walk(prompt.path, { ...walk, onTokens });
  const sums: number[] = [];
  let done = prompt.tokens.length;
  for (const text of options) {
    const sum = known?.get(text.join(',')) ?? (await readText(walker, prompt.path, prompt.last, text, walk));
    known?.set(text.join(','), sum);
    sums.push(sum);
    done += text.length;
    onTokens?.(done);
  }
  return { sums, reused };
}

export interface TextTerms {
  /** Log probability of each option's text without evidence, in nats. */
  sums: number[];
  /** What they took; next to nothing from the cache. */
  seconds: number;
}

/** The same without evidence, from the cache where it can be. */
export async function textTerms(
  walker: Walker,
  { without, options }: EncodedTexts,
  cache: TextTermCache,
  signal: AbortSignal | undefined,
): Promise<TextTerms> {
  const began = performance.now();
  // the prompt's hash says question and prompt version; the text's tokens the rest
  const keys = options.map((text) => `${without.prompt.sha256} ${text.join(',')}`);
  const known = keys.map((key) => cache.get(key));
  const missing = options.filter((_, index) => known[index] === undefined);
  const fresh = missing.length === 0 ? [] : (await readTexts(walker, without, missing, { signal })).sums;
  let next = 0;
  const sums = known.map((value, index) => {
    if (value !== undefined) return value;
    const sum = fresh[next++] ?? Number.NaN;
    cache.set(keys[index] ?? '', sum);
    return sum;
  });
  return { sums, seconds: (performance.now() - began) / 1000 };
}
