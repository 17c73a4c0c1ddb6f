import type { Calibration } from '../../adapter/score/calibrate.ts';
import type { FitAnswer, FitRequest } from '../contract/configurations.ts';
import { type HeldOutGain, heldOutGain } from '../statistics/held-out-gain.ts';
import { fitPrior } from '../statistics/prior.ts';
import { fitTemperature } from '../statistics/temperature.ts';
import type { LabelledPart, LabelledRun } from './labelled-run.ts';
import { estimate, figure, samples } from './words.ts';

/** Resamples of a fit's intervals start from it, so that the same run gives the same answer. */
export const FIT_SEED = 1;

/** What is kept, and what was tried. */
export interface FittedCalibration {
  kept: Calibration;
  temperature: FitAnswer['temperature'];
  prior: FitAnswer['prior'];
}

/**
 * Fits a temperature and a bias for each option on the tune part. Each is kept only if the log loss of the test part is
 * lower with it and the paired interval of the change excludes 0; the prior is judged against what was kept before it,
 * and brings its own temperature when one was asked for too. Temperatures are the ones to score with: the run's own
 * times the one that its probabilities need.
 */
export function fitCalibration(
  { tune, test, optionIds, identity }: LabelledRun,
  asked: Pick<FitRequest, 'temperature' | 'prior'>,
): FittedCalibration {
  const base = identity.settings.temperature;
  const before = tune.predictions();
  let kept: Calibration = { temperature: base, bias: null };
  let temperature: FitAnswer['temperature'] = null;
  let prior: FitAnswer['prior'] = null;

  if (asked.temperature) {
    const fit = fitTemperature(before);
    if (fit === null) temperature = { fitted: base, kept: false, why: nothingToFit };
    else {
      const fitted: Calibration = { temperature: base * fit.temperature, bias: null };
      const gain = gainOf(test, kept, fitted);
      temperature = { fitted: fitted.temperature, kept: gain.kept, why: why(gain, test, atLimit[fit.atLimit ?? 'no']) };
      if (gain.kept) kept = fitted;
    }
  }
  if (asked.prior) {
    const fit = fitPrior(before, asked.temperature ? undefined : 1);
    if (fit === null) prior = { fitted: {}, kept: false, why: nothingToFit };
    else {
      const fitted: Calibration = { temperature: base * fit.temperature, bias: [...fit.bias] };
      const gain = gainOf(test, kept, fitted);
      const byOption = Object.fromEntries(optionIds.map((id, index) => [id, fit.bias[index] ?? 0]));
      prior = { fitted: byOption, kept: gain.kept, why: why(gain, test) };
      if (gain.kept) {
        kept = fitted;
        if (temperature !== null) {
          temperature = {
            fitted: fitted.temperature,
            kept: true,
            why: `Kept with the prior, fitted together. ${prior.why}`,
          };
        }
      }
    }
  }
  return { kept, temperature, prior };
}

function gainOf(test: LabelledPart, before: Calibration, after: Calibration): HeldOutGain {
  const resampling = test.groups === undefined ? { seed: FIT_SEED } : { seed: FIT_SEED, groups: test.groups };
  return heldOutGain(test.predictions(before), test.predictions(after), resampling);
}

const nothingToFit = 'Not fitted: the tune part has no labelled and scored samples.';

const atLimit = {
  no: '',
  low: ' The tune samples are all right, so sharper would always be better: they hold no answer.',
  high: ' The tune samples push it to the end of its range: there, flatter is always better.',
};

function why({ before, after, change, kept }: HeldOutGain, test: LabelledPart, limit = ''): string {
  if (before === null || after === null) return `Not kept: there are no labelled test samples to judge it on.${limit}`;
  const move = `the log loss of the ${samples(test.n)} of the test part goes from ${figure(before)} to ${figure(after)}`;
  const verdict = kept ? 'the interval excludes 0' : 'that is no improvement shown';
  return `${kept ? 'Kept' : 'Not kept'}: ${move}, a change of ${estimate(change)}; ${verdict}.${limit}`;
}
