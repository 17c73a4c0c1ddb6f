import type { Estimate } from './bootstrap.ts';
import type { Measure } from './measures.ts';
import type { PairedComparison } from './paired-comparison.ts';
import { DEFAULT_MARGIN, type Verdict } from './verdict.ts';

type Ends = [low: number, high: number];

/** Statistics of A against B; every difference is A − B, and the words judge A with B as the baseline. */
export interface PairedReport {
  newcombe10: {
    difference: number | null;
    low: number;
    high: number;
    both: number;
    only_a: number;
    only_b: number;
    neither: number;
  };
  mcnemar_exact_p: number;
  mcnemar_mid_p: number;
  flips: number;
  mean_total_variation: number | null;
  /** For each option the largest change of its probability, with its sign. */
  largest_change: Record<string, number | null>;
  /** Intervals are null when fewer than two samples (or groups) were resampled. */
  bootstrap_accuracy_difference_95: Ends | null;
  bootstrap_brier_difference_95: Ends | null;
  bootstrap_log_loss_difference_95: Ends | null;
  bootstrap_balanced_accuracy_difference_95: Ends | null;
  bootstrap_macro_f1_difference_95: Ends | null;
  bootstrap_ece_difference_95: Ends | null;
  bootstrap_aurc_difference_95: Ends | null;
  bootstrap_rps_difference_95?: Ends | null;
  bootstrap_mae_expected_level_difference_95?: Ends | null;
  bootstrap_about: string;
  verdict: { word: Verdict; margin: number; samples_to_decide: number | null };
  non_inferiority: { answer: string; margin: number; samples_to_decide: number | null };
}

/** Which explanation belongs to which key of a report; a key without one does not compile. */
export const pairedMeasureOf: Readonly<Record<keyof PairedReport, Measure>> = {
  newcombe10: 'accuracy_difference',
  mcnemar_exact_p: 'mcnemar',
  mcnemar_mid_p: 'mcnemar',
  flips: 'flips',
  mean_total_variation: 'total_variation',
  largest_change: 'largest_change',
  bootstrap_accuracy_difference_95: 'bootstrap_difference',
  bootstrap_brier_difference_95: 'bootstrap_difference',
  bootstrap_log_loss_difference_95: 'bootstrap_difference',
  bootstrap_balanced_accuracy_difference_95: 'bootstrap_difference',
  bootstrap_macro_f1_difference_95: 'bootstrap_difference',
  bootstrap_ece_difference_95: 'bootstrap_difference',
  bootstrap_aurc_difference_95: 'bootstrap_difference',
  bootstrap_rps_difference_95: 'bootstrap_difference',
  bootstrap_mae_expected_level_difference_95: 'bootstrap_difference',
  bootstrap_about: 'bootstrap_difference',
  verdict: 'verdict',
  non_inferiority: 'non_inferiority',
};

/** A comparison of A (candidate) with B (baseline), as the keys of the report. */
export function pairedReport(
  comparison: PairedComparison,
  settings: { seed: number; draws: number; by_group: boolean },
): PairedReport {
  const { counts, accuracy, mcnemar, agreement, rps, meanAbsoluteError } = comparison;
  return {
    newcombe10: {
      difference: accuracy.difference,
      low: accuracy.low,
      high: accuracy.high,
      both: counts.both,
      only_a: counts.onlyA,
      only_b: counts.onlyB,
      neither: counts.neither,
    },
    mcnemar_exact_p: mcnemar.exact,
    mcnemar_mid_p: mcnemar.mid,
    flips: agreement.flips.length,
    mean_total_variation: agreement.meanTotalVariation,
    largest_change: Object.fromEntries(agreement.largestChanges.map(({ option, change }) => [option, change])),
    bootstrap_accuracy_difference_95: endsOf(comparison.accuracyResampled),
    bootstrap_brier_difference_95: endsOf(comparison.brier),
    bootstrap_log_loss_difference_95: endsOf(comparison.logLoss),
    bootstrap_balanced_accuracy_difference_95: endsOf(comparison.balancedAccuracy),
    bootstrap_macro_f1_difference_95: endsOf(comparison.macroF1),
    bootstrap_ece_difference_95: endsOf(comparison.ece),
    bootstrap_aurc_difference_95: endsOf(comparison.aurc),
    ...(rps === null ? {} : { bootstrap_rps_difference_95: endsOf(rps) }),
    ...(meanAbsoluteError === null ? {} : { bootstrap_mae_expected_level_difference_95: endsOf(meanAbsoluteError) }),
    bootstrap_about: aboutBootstrap(settings),
    verdict: {
      word: comparison.verdict,
      margin: DEFAULT_MARGIN,
      samples_to_decide: comparison.samplesToDecide,
    },
    non_inferiority: {
      answer: comparison.goodEnough.answer,
      margin: comparison.goodEnough.margin,
      samples_to_decide: comparison.goodEnough.samplesToDecide,
    },
  };
}

function endsOf({ interval }: Estimate): Ends | null {
  return interval === null ? null : [interval.low, interval.high];
}

function aboutBootstrap({ seed, draws, by_group }: { seed: number; draws: number; by_group: boolean }): string {
  const units = by_group ? 'groups resampled' : 'samples resampled, groups ignored';
  return `${units}, percentile interval, ${draws.toLocaleString('en')} draws, seed ${seed}`;
}
