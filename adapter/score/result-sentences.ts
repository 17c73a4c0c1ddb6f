import type { ReadoutName } from '../configuration/scoring-settings.ts';

/** What each readout is. The sentence for letters is an interoperability constant. */
export const readoutSentences: Record<ReadoutName, string> = {
  letters: 'quantized last-position logits restricted to declared answer slots; no generated tokens',
  texts:
    'quantized log probabilities of declared option texts given the evidence, less those given no evidence; no generated tokens',
};

/** Until a configuration that was calibrated on a sample set says otherwise. */
export const probabilityStatus = 'conditional on the listed options; uncalibrated';
