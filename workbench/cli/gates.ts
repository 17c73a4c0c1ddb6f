import type { ReportedConfiguration } from '../reports/comparison-report.ts';
import { showEnds, showNumber } from '../reports/number-words.ts';
import type { Interval } from '../statistics/proportions.ts';

/** What a pipeline demands. Judged on the end of the 95 % interval that is worse, never on the point. */
export interface Gates {
  minAccuracy?: number;
  maxBrier?: number;
  maxLogLoss?: number;
}

interface Judgement {
  passed: boolean;
  sentence: string;
}

/** Judges one configuration by each demand that was made; without an interval nothing is shown. */
export function judgeGates(
  { compared, figures }: Pick<ReportedConfiguration, 'compared' | 'figures'>,
  { minAccuracy, maxBrier, maxLogLoss }: Gates,
): Judgement[] {
  const { accuracy, brier, logLoss } = figures;
  const known = accuracy.total === 0 ? null : accuracy;
  return [
    ...(minAccuracy === undefined ? [] : [judge('accuracy', 'at least', minAccuracy, accuracy.rate, known)]),
    ...(maxBrier === undefined ? [] : [judge('Brier score', 'at most', maxBrier, brier.value, brier.interval)]),
    ...(maxLogLoss === undefined ? [] : [judge('log loss', 'at most', maxLogLoss, logLoss.value, logLoss.interval)]),
  ].map(({ passed, sentence }) => ({ passed, sentence: `${compared.name}: ${sentence}` }));
}

function judge(
  what: string,
  side: 'at least' | 'at most',
  limit: number,
  value: number | null,
  interval: Interval | null,
): Judgement {
  const passed = interval !== null && (side === 'at least' ? interval.low >= limit : interval.high <= limit);
  const found =
    interval === null ? 'no interval, as there are too few samples' : `${showNumber(value)} ${showEnds(interval)}`;
  return { passed, sentence: `${what} ${side} ${limit} is ${passed ? 'shown' : 'not shown'}: ${found}.` };
}
