/** Terms of some hundred decisions with a few options each; an entry is a hash and a number, some 150 bytes. */
const maxEntries = 10_000;

/**
 * The log probabilities that option texts have without any evidence. They depend on the decision alone, so each is
 * computed once; the oldest go first.
 */
export interface TextTermCache {
  get(key: string): number | undefined;
  set(key: string, value: number): void;
}

export function createTextTermCache(limit = maxEntries): TextTermCache {
  const entries = new Map<string, number>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value !== undefined) {
        entries.delete(key);
        entries.set(key, value);
      }
      return value;
    },
    set(key, value) {
      entries.set(key, value);
      for (const oldest of entries.keys()) {
        if (entries.size <= limit) break;
        entries.delete(oldest);
      }
    },
  };
}
