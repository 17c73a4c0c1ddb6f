import { percentile } from './percentile.ts';
import { type Proportion, proportion } from './proportions.ts';

/** Below this share of the next-token distribution, the model wanted to say something else. */
export const LOW_OPTION_MASS = 0.5;

export interface OptionMass {
  /** Samples with a mass; the readout by texts has none. */
  n: number;
  /** Samples below {@link LOW_OPTION_MASS}. */
  low: Proportion;
  /** Minimum, quartiles and maximum; null without samples. */
  quantiles: { minimum: number; lower: number; median: number; upper: number; maximum: number } | null;
}

/** Distribution of the option mass over samples; null stands for a sample without one. */
export function optionMass(masses: readonly (number | null)[]): OptionMass {
  const known = Float64Array.from(masses.filter((mass) => mass !== null)).sort();
  const n = known.length;
  return {
    n,
    low: proportion(known.filter((mass) => mass < LOW_OPTION_MASS).length, n),
    quantiles:
      n === 0
        ? null
        : {
            minimum: percentile(known, 0),
            lower: percentile(known, 25),
            median: percentile(known, 50),
            upper: percentile(known, 75),
            maximum: percentile(known, 100),
          },
  };
}
