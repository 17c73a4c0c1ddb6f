/**
 * Adjusts p values for their number, so that the chance of any false rejection stays below the level: the i-th
 * smallest of m is multiplied by m − i + 1, made monotone and capped at 1. The order of the input is kept.
 * Source: Holm 1979, Scandinavian Journal of Statistics 6, 65–70.
 */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((_, index) => index).sort((a, b) => (pValues[a] ?? 0) - (pValues[b] ?? 0));
  const adjusted = new Array<number>(pValues.length).fill(1);
  let largest = 0;
  for (const [rank, index] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (pValues[index] ?? 1) * (pValues.length - rank)));
    adjusted[index] = largest;
  }
  return adjusted;
}
