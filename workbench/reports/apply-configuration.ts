import type { Configuration } from '../../adapter/configuration/configuration.ts';
import { configurationSha256 } from '../../adapter/configuration/configuration-sha256.ts';
import { biasOf, decisionEntry } from '../../adapter/configuration/decision-entry.ts';
import type { SampleQuestion } from '../samples/sample.ts';
import type { AppliedConfiguration } from './compared-from-run.ts';

/** A saved configuration as it applies to a question; to another one than its own, or in a mixed set, nothing does. */
export function applyConfiguration(
  configuration: Configuration,
  question: SampleQuestion | null,
): AppliedConfiguration {
  const entry = question === null ? null : decisionEntry(configuration, question);
  const sha256 = configurationSha256(configuration);
  if (entry === null || question === null) return { sha256, calibration: null };
  const { temperature } = entry.decision;
  const ids = question.options.map(({ id }) => id);
  return { sha256, calibration: { temperature, bias: biasOf(entry.decision, ids) } };
}
