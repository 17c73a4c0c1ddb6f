import type { DecisionEntry } from '../configuration/decision-entry.ts';
import type { ReadoutName } from '../configuration/scoring-settings.ts';

/** What each readout is. The sentence for letters is an interoperability constant. */
export const readoutSentences: Record<ReadoutName, string> = {
  letters: 'quantized last-position logits restricted to declared answer slots; no generated tokens',
  texts:
    'quantized log probabilities of declared option texts given the evidence, less those given no evidence; no generated tokens',
};

/** Until a configuration that was calibrated on a sample set says otherwise. */
const uncalibrated = 'conditional on the listed options; uncalibrated';

// Of a hash, in words: enough to find the set.
const HASH_CHARACTERS = 12;

/**
 * What the probabilities are: conditional on the listed options, and calibrated on which samples, if on any.
 * @param entry what the configuration says of this decision; null without one
 * @param temperature the temperature that holds when nothing was fitted
 */
export function probabilityStatus(entry: DecisionEntry | null, temperature: number): string {
  if (entry === null) return uncalibrated;
  const { decision, evidence } = entry;
  const fitted = decision.prior !== null || decision.temperature !== temperature;
  if (!fitted) return uncalibrated;
  if (evidence === null) return `${uncalibrated} (temperature or prior of a configuration that names no sample set)`;
  const set = evidence.sample_set_sha256.slice(0, HASH_CHARACTERS);
  const samples = `fitted on ${evidence.n_tune} samples, checked on ${evidence.n_test} others`;
  return `conditional on the listed options; calibrated on sample set ${set} (${samples}, ${evidence.date.slice(0, 10)})`;
}
