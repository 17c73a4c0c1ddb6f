import { type Engine, maxCheckpoints, type Token } from './engine.ts';
import { cancelled } from './engine-faults.ts';
import { type Path, reusableLength } from './path.ts';

export interface WalkOptions {
  /** Positions, borders of the path, whose state is worth a checkpoint on models that need one. */
  checkpointsAt?: readonly number[];
  signal?: AbortSignal | undefined;
  /** Called after each chunk with the tokens of the path that are evaluated. */
  onTokens?: ((done: number) => void) | undefined;
}

/** Moves one engine along paths and reuses what is evaluated already. */
export interface Walker {
  readonly engine: Engine;
  /**
   * Brings the engine to the end of the path, chunk by chunk. Cancels between chunks and stays usable then.
   * @returns tokens that were reused
   */
  walk(path: Path, options?: WalkOptions): Promise<number>;
  /**
   * Walks to the path's end and runs a reading that evaluates tokens beyond it; they are forgotten with the next walk.
   * Several readings from one place need a checkpoint at its end on models that need them.
   */
  branch<T>(path: Path, read: () => Promise<T>, options?: WalkOptions): Promise<T>;
}

/** A walker of an engine that is at its beginning. */
export function createWalker(engine: Engine): Walker {
  let tokens: Token[] = [];
  let borders: number[] = [];
  const checkpoints = new Set<number>();
  // whether the engine may hold other tokens than `tokens`, after a reading or a failure
  let beyond = false;

  const reset = async () => {
    tokens = [];
    borders = [];
    checkpoints.clear();
    beyond = true;
    await engine.clear();
    beyond = false;
  };

  const shortenTo = async (length: number) => {
    if (length === tokens.length && !beyond) return length;
    let reachable = length;
    if (engine.needsCheckpoints)
      while (reachable > 0 && !checkpoints.has(reachable))
        reachable = borders.filter((border) => border < reachable).at(-1) ?? 0;
    if (reachable === 0) {
      await reset();
      return 0;
    }
    beyond = true;
    await engine.keep(reachable);
    beyond = false;
    tokens = tokens.slice(0, reachable);
    borders = borders.filter((border) => border <= reachable);
    for (const at of checkpoints) if (at > reachable) checkpoints.delete(at);
    return reachable;
  };

  const walk = async (path: Path, { checkpointsAt = [], signal, onTokens }: WalkOptions = {}): Promise<number> => {
    if (signal?.aborted) throw cancelled('Scoring');
    const reused = await shortenTo(reusableLength({ tokens, borders }, path));
    onTokens?.(reused);
    for (const border of path.borders) {
      if (border <= reused) continue;
      if (signal?.aborted) throw cancelled('Scoring');
      const chunk = path.tokens.slice(tokens.length, border);
      beyond = true;
      await engine.evaluate(chunk);
      beyond = false;
      tokens.push(...chunk);
      borders.push(border);
      if (engine.needsCheckpoints && checkpointsAt.includes(border)) {
        await engine.checkpoint();
        checkpoints.add(border);
        const [oldest] = checkpoints;
        // gone in the engine as well, which would otherwise evaluate all again, and in other chunks
        if (checkpoints.size > maxCheckpoints && oldest !== undefined) checkpoints.delete(oldest);
      }
      onTokens?.(border);
    }
    return reused;
  };

  const branch = async <T>(path: Path, read: () => Promise<T>, options?: WalkOptions): Promise<T> => {
    await walk(path, options);
    beyond = true;
    return await read();
  };

  return { engine, walk, branch };
}
