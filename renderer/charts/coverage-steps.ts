import type { RiskCoveragePoint } from '../../workbench/statistics/selective-prediction.ts';

/** What one press of an arrow key, and of one of the page keys, changes: a share of the samples. */
const STEP = 0.01;
const PAGE = 0.1;

const moves: Readonly<Record<string, number | 'none' | 'all' | undefined>> = {
  ArrowUp: STEP,
  ArrowRight: STEP,
  ArrowDown: -STEP,
  ArrowLeft: -STEP,
  PageUp: PAGE,
  PageDown: -PAGE,
  Home: 'none',
  End: 'all',
};

/** The share of samples with at least this confidence. `points`: coverage ascending. */
export function coverageAt(points: readonly RiskCoveragePoint[], threshold: number): number {
  return points.findLast((point) => point.threshold >= threshold)?.coverage ?? 0;
}

/** The threshold whose share of accepted samples is nearest; 1 where accepting none is. */
export function thresholdAt(points: readonly RiskCoveragePoint[], coverage: number): number {
  let best = { threshold: 1, coverage: points[0]?.threshold === 1 ? Number.POSITIVE_INFINITY : 0 };
  for (const point of points) {
    if (Math.abs(point.coverage - coverage) < Math.abs(best.coverage - coverage)) best = point;
  }
  return best.threshold;
}

/** The threshold after a key; null for a key that moves nothing. Up and right accept more. */
export function thresholdAfter(key: string, points: readonly RiskCoveragePoint[], threshold: number): number | null {
  const move = moves[key];
  if (move === undefined) return null;
  if (move === 'none') return 1;
  if (move === 'all') return points.at(-1)?.threshold ?? 0;
  const now = coverageAt(points, threshold);
  const next = thresholdAt(points, now + move);
  const moved = coverageAt(points, next);
  if (move > 0 ? moved > now : moved < now) return next;
  // A tie larger than the step: on to its other side.
  if (move > 0) return points.find((point) => point.coverage > now)?.threshold ?? threshold;
  return points.findLast((point) => point.coverage < now)?.threshold ?? 1;
}
