import type { Estimate } from '../statistics/bootstrap.ts';
import type { ComparisonReport, ReportedConfiguration } from './comparison-report.ts';

/** A value of a report as it is, unrounded. */
export type Cell = string | number | null;

/** Each configuration as one flat record, for JSON, CSV and gates; the names are stable. */
export function reportTable(report: ComparisonReport): Record<string, Cell>[] {
  return report.configurations.map((one) => lineOf(one, report.numberOfComparisons));
}

function lineOf(one: ReportedConfiguration, comparisons: number) {
  const { compared, figures, against, verdict, latencyRatio, costPerThousand } = one;
  const { accuracy, logLoss, brier, latency, mass, eceBand } = figures;
  const comparison = against?.comparison ?? null;
  return {
    configuration: compared.name,
    role: against === null ? 'baseline' : 'candidate',
    bytes: compared.bytes,
    peak_memory_bytes: compared.peakMemoryBytes,
    n: figures.n,
    failed: figures.failed,
    right: accuracy.successes,
    accuracy: accuracy.rate,
    accuracy_low: accuracy.low,
    accuracy_high: accuracy.high,
    majority_share: figures.majority,
    chance: figures.chance,
    constant_answer: figures.constant,
    difference: comparison?.accuracy.difference ?? null,
    difference_low: comparison?.decisive.low ?? null,
    difference_high: comparison?.decisive.high ?? null,
    only_this_right: comparison?.counts.onlyA ?? null,
    only_baseline_right: comparison?.counts.onlyB ?? null,
    mcnemar_p: comparison?.mcnemar.exact ?? null,
    mcnemar_mid_p: comparison?.mcnemar.mid ?? null,
    holm_p: against?.adjustedP ?? null,
    comparisons,
    flips: comparison?.agreement.flips.length ?? null,
    mean_total_variation: comparison?.agreement.meanTotalVariation ?? null,
    verdict: against === null ? 'baseline' : verdict,
    log_loss: logLoss.value,
    log_loss_low: logLoss.interval?.low ?? null,
    log_loss_high: logLoss.interval?.high ?? null,
    ...resampled('log_loss', comparison?.logLoss),
    brier: brier.value,
    brier_low: brier.interval?.low ?? null,
    brier_high: brier.interval?.high ?? null,
    ...resampled('brier', comparison?.brier),
    brier_skill: figures.brierSkill,
    ece: figures.ece,
    ece_band_low: eceBand?.low ?? null,
    ece_band_high: eceBand?.high ?? null,
    ...resampled('ece', comparison?.ece),
    ...resampled('aurc', comparison?.aurc),
    low_option_mass_share: mass.n === 0 ? null : mass.low.rate,
    load_seconds: latency.loadSeconds,
    p50_seconds: latency.p50,
    p95_seconds: latency.p95,
    p50_ratio: latencyRatio?.p50 ?? null,
    p95_ratio: latencyRatio?.p95 ?? null,
    cost_per_1000_usd: costPerThousand,
    scored_elsewhere:
      compared.where === undefined ? null : compared.where.elsewhere ? 'yes, latency with the network' : 'no',
    samples_per_second: latency.callsPerSecond,
  } satisfies Record<string, Cell>;
}

/** A difference to the baseline by paired bootstrap; nulls for the baseline itself. */
function resampled(measure: string, estimate: Estimate | undefined): Record<string, Cell> {
  return {
    [`${measure}_difference`]: estimate?.value ?? null,
    [`${measure}_difference_low`]: estimate?.interval?.low ?? null,
    [`${measure}_difference_high`]: estimate?.interval?.high ?? null,
  };
}
