/** Runs work one after the other for each key; work of different keys runs side by side. */
export interface WriteQueue {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when all that was begun before has ended, well or not. */
  settled(): Promise<void>;
}

export function createWriteQueue(): WriteQueue {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(key, work) {
      const result = (tails.get(key) ?? Promise.resolve()).then(work);
      // A failure is its caller's; what waits behind it runs all the same.
      const tail = result
        .catch(() => undefined)
        .finally(() => {
          if (tails.get(key) === tail) tails.delete(key);
        });
      tails.set(key, tail);
      return result;
    },
    async settled() {
      while (tails.size > 0) await Promise.all(tails.values());
    },
  };
}
