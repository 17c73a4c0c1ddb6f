import { confidences, correctness, type Predictions } from './predictions.ts';
import { groupTies } from './tie-groups.ts';

/** One point of the risk-coverage curve: what happens when every confidence from `threshold` on is accepted. */
export interface RiskCoveragePoint {
  threshold: number;
  accepted: number;
  /** accepted / n */
  coverage: number;
  errors: number;
  /** errors / accepted */
  risk: number;
}

export interface SelectivePrediction {
  /** Coverage ascending; one point for each distinct confidence. */
  curve: RiskCoveragePoint[];
  /** Mean over k = 1…n of (errors among the k most confident) / k; null without samples. */
  aurc: number | null;
  /** AURC less that of the same errors in the ideal order, all errors last. */
  eAurc: number | null;
  /** Mean over k of (errors among the k most confident) / n. */
  augrc: number | null;
}

/**
 * Risk-coverage curve and its areas, from confidences and whether each sample is right (1) or not (0). Ties move
 * together: each sample of a tie counts with the tie's mean error.
 * Source: Geifman & El-Yaniv 2017 (curve, AURC); Geifman, Uziel & El-Yaniv 2019 (E-AURC); Traub et al. 2024 (AUGRC).
 */
export function selectivePrediction(scores: ArrayLike<number>, correct: ArrayLike<number>): SelectivePrediction {
  const ties = groupTies(scores, correct);
  const n = ties.n;
  if (n === 0) return { curve: [], aurc: null, eAurc: null, augrc: null };
  const curve: RiskCoveragePoint[] = [];
  let accepted = 0;
  let errors = 0;
  let aurc = 0;
  let augrc = 0;
  for (let group = ties.counts.length - 1; group >= 0; group--) {
    const count = ties.counts[group] ?? 0;
    const wrong = count - (ties.successes[group] ?? 0);
    const meanError = wrong / count;
    for (let i = 1; i <= count; i++) {
      const cumulative = errors + meanError * i;
      aurc += cumulative / (accepted + i);
      augrc += cumulative / n;
    }
    accepted += count;
    errors += wrong;
    const threshold = ties.scores[group] ?? 0;
    curve.push({ threshold, accepted, coverage: accepted / n, errors, risk: errors / accepted });
  }
  let ideal = 0;
  for (let wrong = 1; wrong <= errors; wrong++) ideal += wrong / (n - errors + wrong);
  return { curve, aurc: aurc / n, eAurc: (aurc - ideal) / n, augrc: augrc / n };
}

/** {@link selectivePrediction} by the probability of the first choice. */
export function topChoiceSelective(predictions: Predictions): SelectivePrediction {
  return selectivePrediction(confidences(predictions), correctness(predictions));
}
