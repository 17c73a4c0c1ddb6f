import { newcombe, type PairedCounts } from './paired-accuracy.ts';
import type { Interval } from './proportions.ts';
import { DEFAULT_MARGIN, verdictOf } from './verdict.ts';

/** A set larger than this is no advice. */
const MOST_SAMPLES = 10_000_000;

/** Whether a candidate (A of the counts) is shown to lose at most `margin` of the accuracy of the baseline (B). */
export interface NonInferiority {
  margin: number;
  /** `shown`: the interval's lower end is above −margin. `worse`: all of it is below −margin. */
  answer: 'shown' | 'worse' | 'not shown';
  /** About how many samples like these would decide; null when it is decided, or no number would. */
  samplesToDecide: number | null;
}

/**
 * Answers “is it good enough?” from the paired table and its interval (Newcombe's, unless a wider one is given).
 * Source: two one-sided comparisons with a margin, Tango 1998, Statistics in Medicine 17, 891–908, by interval.
 */
export function nonInferiority(
  counts: PairedCounts,
  margin = DEFAULT_MARGIN,
  interval: Interval = newcombe(counts),
): NonInferiority {
  const answer = interval.low > -margin ? 'shown' : interval.high < -margin ? 'worse' : 'not shown';
  const decides = ({ low, high }: Interval) => low > -margin || high < -margin;
  return { margin, answer, samplesToDecide: answer === 'not shown' ? samplesUntil(counts, decides) : null };
}

/** About how many samples like these would turn `not shown` into a verdict; null when no number would. */
export function samplesForVerdict(counts: PairedCounts, margin = DEFAULT_MARGIN): number | null {
  return samplesUntil(counts, (interval) => verdictOf(interval, margin) !== 'not shown');
}

/**
 * The smallest n for which the table, scaled to n samples, gives an interval that decides. It supposes that the shares
 * stay as they are, so it is a size to aim at and no promise: at that n the chance to decide is about one half.
 */
function samplesUntil(counts: PairedCounts, decides: (interval: Interval) => boolean): number | null {
  const n = counts.both + counts.onlyA + counts.onlyB + counts.neither;
  if (n === 0) return null;
  const decidesAt = (samples: number) => {
    const factor = samples / n;
    const scaled = {
      both: counts.both * factor,
      onlyA: counts.onlyA * factor,
      onlyB: counts.onlyB * factor,
      neither: counts.neither * factor,
    };
    return decides(newcombe(scaled));
  };
  let low = n;
  let high = n;
  while (!decidesAt(high)) {
    low = high;
    high *= 2;
    if (high > MOST_SAMPLES) return null;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (decidesAt(middle)) high = middle;
    else low = middle;
  }
  return high;
}
