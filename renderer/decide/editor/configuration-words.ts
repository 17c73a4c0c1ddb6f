import type { Configuration, DecisionConfiguration } from '../../../adapter/configuration/configuration.ts';
import type { SavedConfiguration } from '../../../workbench/contract/configurations.ts';
import { orderWords } from './scoring-words.ts';

/** As it stands in a list: names need not be unique. */
export function configurationLabel({ name, sha256 }: SavedConfiguration): string {
  return `${name} · ${sha256.slice(0, 8)}`;
}

/** What scoring under a configuration means, for the one that is chosen. */
export function configurationWords({ scoring, decisions, model }: Configuration): string {
  const readout = scoring.readout === 'letters' ? `answer letters, ${orderWords[scoring.order]}` : 'option texts';
  const settings = `Made for ${model.file}: ${readout}, temperature ${round(scoring.temperature)}; these settings hold for every question.`;
  const [only, ...more] = decisions;
  if (only === undefined) return settings;
  const fitted = more.length > 0 ? `the ${decisions.length} decisions` : 'the decision';
  const rule = more.length > 0 ? '' : ` ${ruleWords(only)}`;
  return `${settings} What was fitted applies to ${fitted} it was fitted on, in the very same words, and to no other.${rule}`;
}

function ruleWords({ threshold, thresholds, costs, fallback }: DecisionConfiguration): string {
  const otherwise = fallback === null ? 'else it abstains' : `else ${fallback}`;
  if (thresholds !== null) return `An option is accepted from its own threshold on, ${otherwise}.`;
  if (threshold !== null) return `Accepted from ${round(threshold)} on, ${otherwise}.`;
  if (costs !== null)
    return `The option with the smallest expected cost is taken; when abstaining is cheaper, ${otherwise.replace('else ', '')}.`;
  return 'It sets no threshold.';
}

function round(value: number): string {
  return String(Number(value.toPrecision(3)));
}
