// Illinois steps gain about 1.44 digits each; only a function that is flat for most of the range needs more.
const MAX_STEPS = 200;
const RELATIVE_TOLERANCE = 1e-14;

/**
 * The root of an increasing function between `low` and `high`: false position with the Illinois correction. Null when
 * the function does not change its sign there. Source: Dowell & Jarratt 1971, BIT 11, 168–174.
 */
export function findRoot(increasing: (x: number) => number, low: number, high: number): number | null {
  let [a, b] = [low, high];
  let [atA, atB] = [increasing(a), increasing(b)];
  if (atA > 0 || atB < 0) return null;
  if (atA === 0) return a;
  if (atB === 0) return b;
  let side = 0;
  let x = a;
  for (let step = 0; step < MAX_STEPS; step++) {
    const previous = x;
    x = (a * atB - b * atA) / (atB - atA);
    if (!(x > a && x < b)) x = (a + b) / 2;
    const value = increasing(x);
    if (value === 0 || Math.abs(x - previous) <= RELATIVE_TOLERANCE * Math.abs(x)) return x;
    if (value < 0) {
      a = x;
      atA = value;
      if (side === -1) atB /= 2;
      side = -1;
    } else {
      b = x;
      atB = value;
      if (side === 1) atA /= 2;
      side = 1;
    }
  }
  return x;
}
