import type { FitAnswer, PartFigures } from '../contract/configurations.ts';
import { samplesToVerify } from '../statistics/samples-to-verify.ts';
import { errorFreeSamples } from '../statistics/threshold.ts';
import type { ChosenRule } from './choose-rule.ts';
import { type Claim, reaches } from './claims.ts';
import type { LabelledRun } from './labelled-run.ts';
import { about, bound, figure, interval, percent, samples } from './words.ts';

export interface Judged {
  verdict: FitAnswer['verdict'];
  sentence: string;
}

/**
 * The verdict on a rule: `verified` when the test part shows the target for every claim, that is, when the one-sided
 * 95 % bound of each accuracy reaches it. Samples that are in no part are told too.
 * @param claims accepted and right answers of the test part: of all, or of each option with a threshold of its own
 */
export function judgeFit(
  { rule, target, attainable, byHand }: ChosenRule,
  { tune, test }: { tune: PartFigures; test: PartFigures },
  claims: readonly Claim[],
  { failed, misfits }: Pick<LabelledRun, 'failed' | 'misfits'>,
): Judged {
  const leftOut = [
    failed === 0 ? '' : ` Left out: ${samples(failed)} that could not be scored.`,
    misfits === 0 ? '' : ` Left out: ${samples(misfits)} with a label that is no option.`,
  ].join('');
  const say = (verdict: Judged['verdict'], sentence: string): Judged => ({ verdict, sentence: sentence + leftOut });
  if (target !== null && !attainable) {
    const errorFree = errorFreeSamples(target);
    return say(
      'not-attainable',
      `Not attainable with these samples: on the ${samples(tune.n)} of the tune part no confidence is shown to reach ${figure(target)}. It takes at least about ${about(errorFree ?? 0)} accepted samples without an error.`,
    );
  }
  const onTest = describeFigures(test, 'test part');
  if (target === null) {
    const cost = rule.costs === null ? '' : ` ${costWords(test)}`;
    return say('no-target', `${upperFirst(onTest)}${cost} No target accuracy was set, so none is verified.`);
  }
  const chosen = byHand
    ? 'It was chosen by hand: a part that was looked at for it shows too much.'
    : 'There it was chosen, so that figure is optimistic.';
  const inSample = `On the ${samples(tune.n)} of the tune part ${acceptance(tune)}. ${chosen}`;
  const short = claims.filter((claim) => !reaches(claim, target));
  if (short.length === 0 && claims.length > 0) {
    return say('verified', `Verified: ${onTest} The bound reaches the target ${figure(target)}. ${inSample}`);
  }
  const which = short.map(({ option }) => option).filter((option) => option !== null);
  const where = which.length === 0 ? '' : ` for ${which.join(', ')}`;
  return say(
    'not-shown',
    `Not shown: ${onTest} The bound does not reach the target ${figure(target)}${where}. ${wouldTake(short, test, target)} ${inSample}`,
  );
}

/** What a rule does on a part, with the intervals. */
export function describeFigures(figures: PartFigures, part: string): string {
  if (figures.n === 0) return `there are no labelled and scored samples in the ${part}.`;
  const around = figures.accuracy_interval;
  const lower = figures.accuracy_lower_bound;
  const rest =
    around === null || lower === null
      ? ''
      : ` (95 % interval ${interval({ low: around[0], high: around[1] })}, one-sided 95 % bound ${bound(lower)})`;
  return `on the ${samples(figures.n)} of the ${part} ${acceptance(figures)}${rest}.`;
}

/** `accepts 56 (58 %), 53 of them right: accuracy 0.946` */
function acceptance({ accepted, right, accuracy, coverage }: PartFigures): string {
  if (accuracy === null || coverage === null) return 'it accepts none';
  return `it accepts ${accepted} (${percent(coverage)}), ${right} of them right: accuracy ${figure(accuracy)}`;
}

function costWords({ mean_cost, mean_cost_interval: around }: PartFigures): string {
  if (mean_cost === null) return '';
  const rest = around === null ? '' : ` ${interval({ low: around[0], high: around[1] })}`;
  return `It costs ${figure(mean_cost)}${rest} a sample.`;
}

/** About how many samples of the test part's kind it would take for every claim that is short. */
function wouldTake(short: readonly Claim[], test: PartFigures, target: number): string {
  if (short.some(({ accepted }) => accepted === 0)) return 'Where nothing is accepted, nothing is shown.';
  const needs = short.map(({ right, accepted }) => {
    const needed = samplesToVerify(right, accepted, target);
    // As often as it was accepted here, so much larger must the part be.
    return needed === null ? null : Math.ceil((needed / accepted) * test.n);
  });
  if (needs.length === 0 || needs.some((need) => need === null)) {
    return 'With an accuracy like this no number of samples would show it.';
  }
  const most = needs.reduce<number>((largest, need) => Math.max(largest, need ?? 0), 0);
  return `About ${about(most)} test samples like these would show it.`;
}

function upperFirst(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
