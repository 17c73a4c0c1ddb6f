/**
 * Samples grouped by equal score, scores ascending. What is computed from it cannot depend on the order of the
 * samples, not even in the last bit.
 */
export interface TieGroups {
  /** The distinct scores, ascending. */
  scores: Float64Array;
  /** How many samples have each. */
  counts: Int32Array;
  /** How many of them have outcome 1. */
  successes: Int32Array;
  /** Number of samples. */
  n: number;
}

/**
 * Groups samples by score. `outcomes` are 0 or 1 (for a confidence: whether the first choice is right). Both classes
 * are sorted on their own and merged, because sorting plain numbers is many times faster than sorting indices.
 */
export function groupTies(scores: ArrayLike<number>, outcomes: ArrayLike<number>): TieGroups {
  const n = scores.length;
  const hits = new Float64Array(n);
  const misses = new Float64Array(n);
  let hitCount = 0;
  let missCount = 0;
  for (let i = 0; i < n; i++) {
    if (outcomes[i] === 1) hits[hitCount++] = scores[i] ?? 0;
    else misses[missCount++] = scores[i] ?? 0;
  }
  hits.subarray(0, hitCount).sort();
  misses.subarray(0, missCount).sort();

  const merged = new Float64Array(n);
  const counts = new Int32Array(n);
  const successes = new Int32Array(n);
  let groups = 0;
  let hit = 0;
  let miss = 0;
  while (hit < hitCount || miss < missCount) {
    const nextHit = hit < hitCount ? (hits[hit] ?? 0) : Number.POSITIVE_INFINITY;
    const nextMiss = miss < missCount ? (misses[miss] ?? 0) : Number.POSITIVE_INFINITY;
    const score = Math.min(nextHit, nextMiss);
    const firstHit = hit;
    const firstMiss = miss;
    while (hit < hitCount && hits[hit] === score) hit += 1;
    while (miss < missCount && misses[miss] === score) miss += 1;
    merged[groups] = score;
    successes[groups] = hit - firstHit;
    counts[groups] = hit - firstHit + miss - firstMiss;
    groups += 1;
  }
  return {
    scores: merged.slice(0, groups),
    counts: counts.slice(0, groups),
    successes: successes.slice(0, groups),
    n,
  };
}
