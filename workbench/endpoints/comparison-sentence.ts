import type { ComparisonWithLocal } from '../contract/deployments.ts';

/** A comparison in words, with what its time is and is not. */
export function comparisonSentence(facts: Omit<ComparisonWithLocal, 'sentence' | 'rows'>): string {
  const { samples, failed, verdict, endpoint } = facts;
  const time =
    endpoint === null
      ? ''
      : ` The endpoint takes ${seconds(endpoint.p50_seconds)} at p50 and ${seconds(endpoint.p95_seconds)} at p95, seen from here with the network.`;
  const failures = failed === 0 ? '' : ` ${failed} of ${samples} could not be scored.`;
  if (facts.local === null) {
    const said =
      verdict === 'not-compared' ? `The endpoint answered ${samples} of ${samples} samples.` : 'It did not answer all.';
    return `${said}${failures} Nothing was compared: the model is not on this machine.${time}`;
  }
  const agreement = `Here and there choose the same on ${facts.agreed} of ${samples - failed} samples`;
  const difference =
    facts.largest_difference === null
      ? '.'
      : `; the largest difference in a probability is ${facts.largest_difference.toFixed(4)}, the limit ${facts.limit}.`;
  const judged = verdict === 'agrees' ? 'It agrees.' : 'It disagrees.';
  return `${judged} ${agreement}${difference}${failures}${time}`;
}

function seconds(value: number): string {
  return value < 1 ? `${Math.round(value * 1000)} ms` : `${value.toFixed(1)} s`;
}
