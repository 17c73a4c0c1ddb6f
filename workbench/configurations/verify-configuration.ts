import type { Configuration, ScoringConfiguration } from '../../adapter/configuration/configuration.ts';
import { biasOf, type DecisionEntry, decisionEntry } from '../../adapter/configuration/decision-entry.ts';
import { scoringDifferences } from '../../adapter/configuration/require-fit.ts';
import { Fault } from '../../adapter/fault.ts';
import type { PartFigures, VerifyAnswer } from '../contract/configurations.ts';
import { claimsOf, fallsShort, reaches } from './claims.ts';
import { describeFigures } from './judge-fit.ts';
import { type LabelledPart, labelledRun } from './labelled-run.ts';
import { partFigures } from './part-figures.ts';
import type { RunReading } from './run-reader.ts';
import { figure, interval } from './words.ts';

/**
 * Judges a saved configuration on the test part of a run over newer samples. The tune part is left out, since the same
 * text is in the same part of every set: what the configuration was fitted on would judge itself.
 *
 * The claim is the target accuracy of the proof, else the bound that the proof showed. It holds when the one-sided 95 %
 * bound on the newer samples reaches it, and no longer holds when the upper one is below it. Under costs without a
 * threshold the claim is that a sample costs at most what the proof's interval allowed.
 * @throws Fault CONFLICT when the run is about another decision, model file or other settings; INVALID_REQUEST as
 * labelledRun
 */
export function verifyConfiguration(configuration: Configuration, reading: RunReading): VerifyAnswer {
  const labelled = labelledRun(reading);
  requireSame(configuration, labelled.identity.scoring);
  const entry = decisionEntry(configuration, labelled.question);
  if (entry === null) throw otherDecision();
  const { decision } = entry;
  const calibration = { temperature: decision.temperature, bias: biasOf(decision, labelled.optionIds) };
  const figures = partFigures(labelled.test, calibration, decision);
  const byCost = decision.threshold === null && decision.thresholds === null && decision.costs !== null;
  const { holds, claim } = byCost
    ? judgeCost(entry, figures)
    : judgeAccuracy(entry, labelled.test, calibration, figures);
  const words = { holds: 'It holds', 'no-longer-holds': 'It no longer holds', 'not-shown': 'Not shown' };
  const about = describeFigures(figures, 'newer samples’ test part');
  return { holds, sentence: `${words[holds]}: ${about} ${claim}`, figures };
}

type Judged = { holds: VerifyAnswer['holds']; claim: string };

function judgeAccuracy(
  { decision, evidence }: DecisionEntry,
  test: LabelledPart,
  calibration: Parameters<LabelledPart['predictions']>[0],
  figures: PartFigures,
): Judged {
  const target = evidence?.target ?? null;
  const claimed = target ?? evidence?.figures.accuracy_lower_bound?.value ?? null;
  if (claimed === null) {
    return { holds: 'not-shown', claim: 'The configuration claims nothing that could be checked.' };
  }
  const what =
    target === null ? `the bound ${figure(claimed)} that it was saved with` : `its target ${figure(claimed)}`;
  // Only a target of its own is about each option; the saved bound is about all accepted answers.
  const claims =
    target === null
      ? [{ option: null, accepted: figures.accepted, right: figures.right }]
      : claimsOf(test.predictions(calibration), decision);
  const failing = claims.filter((claim) => fallsShort(claim, claimed));
  if (failing.length > 0) {
    const options = failing.flatMap(({ option }) => option ?? []);
    const where = options.length === 0 ? '' : ` for ${options.join(', ')}`;
    return { holds: 'no-longer-holds', claim: `Even the upper 95 % bound is below ${what}${where}. Fit it again.` };
  }
  if (claims.length > 0 && claims.every((claim) => reaches(claim, claimed))) {
    return { holds: 'holds', claim: `The bound reaches ${what}.` };
  }
  return { holds: 'not-shown', claim: `These samples neither reach ${what} nor refute it: label more of them.` };
}

function judgeCost({ evidence }: DecisionEntry, { mean_cost, mean_cost_interval }: PartFigures): Judged {
  const saved = evidence?.figures.mean_cost;
  if (saved === undefined || saved.high === null || mean_cost === null || mean_cost_interval === null) {
    return { holds: 'not-shown', claim: 'There are too few samples to tell what it costs, here or in its proof.' };
  }
  const [low, high] = mean_cost_interval;
  const costs = `A sample costs ${figure(mean_cost)} ${interval({ low, high })}`;
  const allowed = `the ${figure(saved.high)} that its proof allowed`;
  if (low > saved.high)
    return { holds: 'no-longer-holds', claim: `${costs}, all of it above ${allowed}. Fit it again.` };
  if (high <= saved.high) return { holds: 'holds', claim: `${costs}, at most ${allowed}.` };
  return {
    holds: 'not-shown',
    claim: `${costs}, which neither keeps to ${allowed} nor refutes it: label more samples.`,
  };
}

function requireSame(configuration: Configuration, scoring: ScoringConfiguration): void {
  const fields = scoringDifferences(configuration.scoring, scoring);
  const [first] = fields;
  if (first === undefined) return;
  throw new Fault(
    'CONFLICT',
    `This run was scored with something else than the configuration. ${first.message}`,
    'Score the newer samples with the model file and the settings of the configuration, and choose that run.',
    { fields },
  );
}

function otherDecision(): Fault {
  return new Fault(
    'CONFLICT',
    'This run asks another decision than the configuration was fitted for: its question or its options differ.',
    'Choose a run over the same question, with the same option ids, descriptions and order.',
  );
}
