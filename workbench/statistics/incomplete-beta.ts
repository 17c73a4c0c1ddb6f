// Stirling's series is used from here on; below, Γ(x + 1) = x·Γ(x) leads up to it. At 16 the first term left out is
// below 1e-17.
const STIRLING_FROM = 16;
const HALF_LOG_TWO_PI = 0.9189385332046727;
// The continued fraction needs about √max(a, b) steps; a million samples take some thousand.
const MAX_STEPS = 20_000;
const TINY = 1e-300;
const EPSILON = 1e-16;

/**
 * ln Γ(x) for x > 0: Stirling's series after an upward shift.
 * Source: Abramowitz & Stegun 6.1.41.
 */
export function logGamma(x: number): number {
  let shifted = x;
  let product = 1;
  while (shifted < STIRLING_FROM) {
    product *= shifted;
    shifted += 1;
  }
  const r = 1 / (shifted * shifted);
  const series =
    (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r * (1 / 1680 - r * (1 / 1188 - r * (691 / 360360 - r / 156)))))) /
    shifted;
  return (shifted - 0.5) * Math.log(shifted) - shifted + HALF_LOG_TWO_PI + series - Math.log(product);
}

/**
 * Regularised incomplete beta function I_x(a, b), the distribution function of Beta(a, b); a, b > 0, 0 ≤ x ≤ 1.
 * Source: DLMF 8.17.22 (continued fraction), evaluated with the modified Lentz method.
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges quickly only left of the mean; the symmetry I_x(a, b) = 1 − I_{1−x}(b, a) does the rest.
  if (x > (a + 1) / (a + b + 2)) return 1 - lowerTail(1 - x, b, a);
  return lowerTail(x, a, b);
}

function lowerTail(x: number, a: number, b: number): number {
  return (Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b)) * fraction(x, a, b)) / a;
}

function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

function fraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m <= MAX_STEPS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    const step = d * c;
    value *= step;
    if (Math.abs(step - 1) < EPSILON) break;
  }
  return value;
}

function awayFromZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}

/**
 * The x with I_x(a, b) = p: quantile of Beta(a, b), 0 < p < 1. Newton's method kept inside a shrinking bracket, so
 * that it cannot leave [0, 1] or run away where the density is flat.
 */
export function inverseIncompleteBeta(p: number, a: number, b: number): number {
  let low = 0;
  let high = 1;
  let x = a / (a + b);
  const logB = logBeta(a, b);
  for (let step = 0; step < 200; step++) {
    const excess = incompleteBeta(x, a, b) - p;
    if (excess > 0) high = x;
    else low = x;
    const density = Math.exp((a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x) - logB);
    let next = x - excess / density;
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (Math.abs(next - x) <= 1e-16 * x || next === x) return next;
    x = next;
  }
  return x;
}
