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
  const chosen = kind === 'target' ? ', where it was chosen,' : '';
  return `${from} ${say(tune)} on the tuning part${chosen} and ${say(test)} on the test part.`;
}
