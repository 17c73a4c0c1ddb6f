import type { DecisionResult } from './result.ts';

type Timing = DecisionResult['timing'];

/** Times one decision: up to the end of the shared part, and from there to the reading. */
export interface Stopwatch {
  /** `done` tokens are evaluated; the shared part has `shared`. */
  reached(done: number, shared: number): void;
  stop(prefix: { prefixTokens: number; reusedTokens: number }): Timing;
}

/**
 * @param encodeSeconds spent before, on the prompt and its tokens
 * @param earlierForwardSeconds spent before, on evaluations that this decision needs and shares with none
 */
export function startStopwatch(encodeSeconds: number, earlierForwardSeconds: number): Stopwatch {
  const began = performance.now();
  let sharedDone: number | null = null;
  return {
    reached(done, shared) {
      if (sharedDone === null && done >= shared) sharedDone = performance.now();
    },
    stop({ prefixTokens, reusedTokens }) {
      const ended = performance.now();
      const middle = sharedDone ?? began;
      return {
        total_seconds: encodeSeconds + earlierForwardSeconds + (ended - began) / 1000,
        encode_seconds: encodeSeconds,
        prefill_seconds: (middle - began) / 1000,
        suffix_forward_seconds: earlierForwardSeconds + (ended - middle) / 1000,
        prefix_tokens: prefixTokens,
        cache_hit: reusedTokens > 0,
        reused_tokens: reusedTokens,
      };
    },
  };
}
