import type { PartFigures } from '../../workbench/contract/configurations.ts';
import { countOf, formatPercent, formatShare } from '../charts/format-number.ts';
import type { DraftRule } from './draft-rule.ts';

/** What the line on the curve says. */
export function describeThreshold(
  { kind, target }: DraftRule,
  threshold: number | null,
  tune: PartFigures,
  test: PartFigures,
): string {
  if (tune.n + test.n === 0) return 'No labelled sample is scored yet.';
  if (threshold === null && kind === 'target') {
    return `No confidence is shown to reach ${target} on the tuning part. Move the line to try one of your own.`;
  }
  if (threshold === null) return 'The curve of both parts. This rule has no single threshold to draw.';
  const from = `Accepting from confidence ${formatShare(threshold)}`;
  const say = (figures: PartFigures): string =>
    figures.accepted === 0
      ? 'accepts nothing'
      : `accepts ${formatPercent(figures.coverage)} with ${countOf(figures.accepted - figures.right, 'error')}`;
  return `${from} ${say(tune)} on the tuning part, where it was chosen, and ${say(test)} on the test part.`;
}

/** What the workbench says of a rule, and for a confidence of one's own how it stands against the target. */
export function describeVerdict({ kind, target }: DraftRule, sentence: string, test: PartFigures): string {
  if (kind !== 'confidence' || test.accuracy_lower_bound === null) return sentence;
  const shown = test.accuracy_lower_bound >= target ? 'shown' : 'not shown';
  return `${sentence} Against the target ${target} it is ${shown} on the test part.`;
}
