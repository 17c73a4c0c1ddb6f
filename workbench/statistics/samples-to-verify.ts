import { DEFAULT_CONFIDENCE, lowerBoundReaches } from './proportions.ts';

/** A set larger than this is no advice. */
const MOST_SAMPLES = 10_000_000;

/**
 * About how many accepted samples, right as often as these, it takes until the one-sided Clopper-Pearson bound of their
 * accuracy reaches the target: the smallest m ≥ `accepted` with I_target(m·k/n, m − m·k/n + 1) ≤ 1 − confidence. A size
 * to aim at and no promise, since it supposes that the share stays as it is. Null when no number would do: nothing was
 * accepted, or the accuracy is not above the target.
 */
export function samplesToVerify(
  right: number,
  accepted: number,
  target: number,
  confidence = DEFAULT_CONFIDENCE,
): number | null {
  if (accepted === 0) return null;
  const share = right / accepted;
  const reaches = (samples: number) => lowerBoundReaches(target, share * samples, samples, confidence);
  let low = accepted;
  let high = accepted;
  while (!reaches(high)) {
    low = high;
    high *= 2;
    if (high > MOST_SAMPLES) return null;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (reaches(middle)) high = middle;
    else low = middle;
  }
  return high;
}
