/**
 * Resident memory of this process outside the JavaScript heap, in bytes: the engine's, its weights and context among it.
 * Differences of it are what loading took, as far as other work stood still.
 */
export function nativeMemory(): number {
  const { rss, heapTotal, external } = process.memoryUsage();
  return rss - heapTotal - external;
}
