import { Fault } from '../../adapter/fault.ts';

const CENTRE_ABOVE = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087,
  33430.57558358813, 2509.0809287301227,
];
const CENTRE_BELOW = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271, 28729.085735721943,
  5226.495278852854,
];
const TAIL_ABOVE = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684, 0.2417807251774506,
  0.022723844989269184, 0.0007745450142783414,
];
const TAIL_BELOW = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
];
// The algorithm has a third branch for still smaller tails; no confidence level reaches it.
const SMALLEST_TAIL = 1e-10;

/**
 * z with Φ(z) = p for 1e-10 ≤ p ≤ 1 − 1e-10, to about 16 digits.
 * Source: Wichura 1988, algorithm AS 241 (PPND16).
 * @throws Fault INVALID_REQUEST for a p outside that range.
 */
export function normalQuantile(p: number): number {
  if (!(p >= SMALLEST_TAIL && p <= 1 - SMALLEST_TAIL)) {
    throw new Fault(
      'INVALID_REQUEST',
      `No normal quantile is computed for the probability ${p}.`,
      'Use a confidence level between 0 and 1, such as 0.95.',
    );
  }
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (q * polynomial(CENTRE_ABOVE, r)) / polynomial(CENTRE_BELOW, r);
  }
  const r = Math.sqrt(-Math.log(q < 0 ? p : 1 - p)) - 1.6;
  const z = polynomial(TAIL_ABOVE, r) / polynomial(TAIL_BELOW, r);
  return q < 0 ? -z : z;
}

function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0);
}
