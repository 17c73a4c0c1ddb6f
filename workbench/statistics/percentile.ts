/**
 * Percentile p (0 to 100) of ascending values, linear between neighbours: position p/100 · (n − 1).
 * Source: Hyndman & Fan 1996, definition 7, NumPy's default. NaN without values.
 */
export function percentile(ascending: ArrayLike<number>, p: number): number {
  const position = (p / 100) * (ascending.length - 1);
  const below = Math.floor(position);
  const low = ascending[below] ?? Number.NaN;
  const high = ascending[below + 1] ?? low;
  return low + (high - low) * (position - below);
}
