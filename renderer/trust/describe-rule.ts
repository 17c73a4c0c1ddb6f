import type { PartFigures } from '../../workbench/contract/configurations.ts';
import { formatPercent, formatShare } from '../charts/format-number.ts';

/** What the line on the curve says. */
export function describeThreshold(threshold: number | null, tune: PartFigures, test: PartFigures): string {
  if (threshold === null) return 'The curve of both parts. This rule has no single threshold to draw.';
  if (tune.n + test.n === 0) return 'No labelled sample is scored yet.';
  const from = `Accepting from confidence ${formatShare(threshold)}`;
  const say = (figures: PartFigures): string =>
    figures.accepted === 0
      ? 'accepts nothing'
      : `accepts ${formatPercent(figures.coverage)} with ${figures.accepted - figures.right} errors`;
  return `${from} ${say(tune)} on the tuning part, where it was chosen, and ${say(test)} on the test part.`;
}
