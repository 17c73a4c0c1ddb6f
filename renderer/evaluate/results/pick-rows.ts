import { LOW_OPTION_MASS } from '../../../workbench/statistics/option-mass.ts';
import type { JoinedRun, JudgedSample } from '../../runs/join-run.ts';

/** The mistakes that cost trust: wrong, and sure of it. */
export function confidentAndWrong({ judged }: JoinedRun): JudgedSample[] {
  return judged.filter(({ right }) => !right).toSorted((one, other) => other.confidence - one.confidence);
}

/** What the log loss rests on: the samples whose true option had least. */
export function byLoss({ judged }: JoinedRun): JudgedSample[] {
  return judged.toSorted((one, other) => atLabel(one) - atLabel(other));
}

function atLabel({ options, probabilities, label }: JudgedSample): number {
  return probabilities[options.indexOf(label)] ?? 0;
}

export function flipped({ judged }: JoinedRun): JudgedSample[] {
  return judged.filter(({ row }) => row.order_flip === true);
}

export function lowMass({ judged }: JoinedRun): JudgedSample[] {
  return judged
    .filter(({ row }) => row.option_mass !== null && row.option_mass < LOW_OPTION_MASS)
    .toSorted((one, other) => (one.row.option_mass ?? 0) - (other.row.option_mass ?? 0));
}

/** One cell of the confusion matrix; `label` or `choice` null is the whole line. */
export function cell({ judged }: JoinedRun, label: string | null, choice: string | null): JudgedSample[] {
  return judged
    .filter((row) => (label === null || row.label === label) && (choice === null || row.choice === choice))
    .toSorted((one, other) => other.confidence - one.confidence);
}
