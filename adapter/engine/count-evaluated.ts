import type { Engine } from './engine.ts';

/** An engine that counts. */
export interface CountingEngine {
  engine: Engine;
  /** Tokens that were evaluated so far, each pass over a token counted. */
  evaluated(): number;
}

/** The same engine, and how many tokens it evaluates: what a reuse saves is measured and not assumed. */
export function countEvaluated(engine: Engine): CountingEngine {
  let count = 0;
  return {
    evaluated: () => count,
    engine: {
      report: engine.report,
      vocabulary: engine.vocabulary,
      capacity: engine.capacity,
      batchTokens: engine.batchTokens,
      needsCheckpoints: engine.needsCheckpoints,
      recentErrors: () => engine.recentErrors(),
      keep: (length) => engine.keep(length),
      clear: () => engine.clear(),
      checkpoint: () => engine.checkpoint(),
      evaluate(tokens) {
        count += tokens.length;
        return engine.evaluate(tokens);
      },
      readGreedy(tokens) {
        count += tokens.length;
        return engine.readGreedy(tokens);
      },
      readLargest(tokens, requests) {
        count += tokens.length;
        return engine.readLargest(tokens, requests);
      },
      dispose: () => engine.dispose(),
    },
  };
}
