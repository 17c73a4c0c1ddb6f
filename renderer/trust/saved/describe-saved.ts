import type { Configuration } from '../../../adapter/configuration/configuration.ts';
import { formatInterval, formatPercent, formatShare } from '../../charts/format-number.ts';

/** What a configuration decides, in words. */
export function describeRule({ decisions, scoring }: Configuration): string {
  const [decision] = decisions;
  if (decision === undefined) return `${scoring.readout}, nothing fitted for a decision`;
  const { temperature, prior, threshold, thresholds, costs, fallback } = decision;
  const otherwise = fallback === null ? 'else abstain' : `else ${fallback}`;
  const rule =
    thresholds !== null
      ? `accept from a threshold for each option (${Object.entries(thresholds)
          .map(([option, from]) => `${option} ${formatShare(from)}`)
          .join(', ')}), ${otherwise}`
      : threshold !== null
        ? `accept from ${formatShare(threshold)}, ${otherwise}`
        : costs !== null
          ? `act where it is expected to cost least, ${otherwise}`
          : 'accept always';
  return `${scoring.readout}, temperature ${Number(temperature.toPrecision(3))}${prior === null ? '' : ', prior'}: ${rule}`;
}

/** What was shown about it, on which samples. */
export function describeEvidence({ evidence }: Configuration): string {
  const [proof] = evidence;
  if (proof === undefined) return 'Without evidence.';
  const { figures, n_test, n_tune, date, sample_set_sha256 } = proof;
  const accuracy = figures.accuracy;
  const coverage = figures.coverage;
  const shown =
    accuracy === undefined
      ? 'it accepts nothing'
      : `accuracy ${formatShare(accuracy.value)} ${
          accuracy.low === null || accuracy.high === null
            ? ''
            : `${formatInterval({ low: accuracy.low, high: accuracy.high })} `
        }on ${coverage === undefined ? 'what it accepts' : `the ${formatPercent(coverage.value)} it accepts`}`;
  return `Held out: ${shown}; chosen on ${n_tune}, judged on ${n_test} samples (set ${sample_set_sha256.slice(0, 8)}), ${date.slice(0, 10)}.`;
}
