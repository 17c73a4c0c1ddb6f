import { Fault } from '../fault.ts';

/**
 * Probabilities of options: softmax of `logits / temperature` in double precision, the maximum subtracted. The terms
 * are added in ascending order, so that not even the last bit depends on the options' order.
 * @param logits in nats
 * @throws Fault NON_FINITE_LOGIT
 */
export function softmax(logits: readonly number[], temperature: number): number[] {
  const divided = logits.map((logit) => logit / temperature);
  const top = largest(logits);
  // A temperature near zero takes logits beyond a double. Their differences may go there: the first choice has it all.
  const scaled = divided.every(Number.isFinite) ? divided : logits.map((logit) => (logit - top) / temperature);
  const most = largest(scaled);
  const terms = scaled.map((value) => Math.exp(value - most));
  const total = [...terms].sort((a, b) => a - b).reduce((sum, term) => sum + term, 0);
  const probabilities = terms.map((term) => term / total);
  if (![...logits, ...probabilities].every(Number.isFinite)) throw nonFinite(logits);
  return probabilities;
}

function largest(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}

export function nonFinite(values: readonly number[]): Fault {
  return new Fault(
    'NON_FINITE_LOGIT',
    `The model gave a number that is not finite: ${values.filter((value) => !Number.isFinite(value)).join(', ')}.`,
    'The file or its quantisation is damaged, or the GPU miscalculates: try another file, or no GPU layers.',
  );
}
