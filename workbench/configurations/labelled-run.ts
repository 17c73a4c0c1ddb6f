import { Fault } from '../../adapter/fault.ts';
import { type Calibration, calibrate } from '../../adapter/score/calibrate.ts';
import type { EvaluationSample, Run, RunRow } from '../contract/runs.ts';
import type { SampleQuestion } from '../samples/sample.ts';
import { groupIndices } from '../statistics/group-indices.ts';
import { type Predictions, packPredictions } from '../statistics/predictions.ts';
import type { RunReading } from './run-reader.ts';

type ScoredRow = Extract<RunRow, { status: 'scored' }>;

/** The labelled and scored samples of one part. */
export interface LabelledPart {
  n: number;
  /** The predictions under a temperature and a bias, as scoring would give them; without, as the run's settings do. */
  predictions(calibration?: Calibration): Predictions;
  /** For resampling; absent when no sample has a group. */
  groups?: Int32Array;
}

/** A run that a configuration can be fitted on. */
export interface LabelledRun {
  identity: NonNullable<Run['identity']>;
  question: SampleQuestion;
  optionIds: string[];
  tune: LabelledPart;
  test: LabelledPart;
  /** Labelled samples that could not be scored; they are in no part. */
  failed: number;
  /** Samples whose label is none of the options; they are in no part either. */
  misfits: number;
}

/**
 * Joins the rows of a run with the labels as they are now.
 * @throws Fault INVALID_REQUEST when nothing can be fitted: a mixed set, a run that never scored, rows that are already
 * under a configuration
 */
export function labelledRun({ run, question, rows, samples }: RunReading): LabelledRun {
  const { identity } = run;
  if (question === null) {
    throw refuse(
      'This run is over a mixed set: each row brings its own question, and a configuration is about one decision.',
      'Choose a run over a set that is bound to one decision.',
    );
  }
  if (run.configuration.remote !== undefined) {
    throw refuse(
      'This run was scored elsewhere. A configuration says everything that can change a number, and a server does not tell all of it.',
      'Score the set with the model file on this machine, and choose that run.',
    );
  }
  if (identity === null) {
    throw refuse('This run has scored no sample.', 'Resume it, try its failed samples again, or choose another run.');
  }
  if (run.configuration.scoring.configuration !== null && identity.settings.order !== 'as-given') {
    // With one order the logits tell what was before; a mean over several orders does not.
    throw refuse(
      'This run was scored under a configuration, with several orders: its probabilities are fitted already.',
      'Score the set without the configuration, and choose that run.',
    );
  }
  const optionIds = question.options.map(({ id }) => id);
  const rowOf = new Map(rows.map((row) => [row.sample, row]));
  const labelled = samples.filter(({ label }) => label !== null && optionIds.includes(label));
  const scored = labelled.flatMap((sample) => {
    const row = rowOf.get(sample.id);
    return row?.status === 'scored' ? [{ sample, row }] : [];
  });
  const part = (which: EvaluationSample['part']) =>
    labelledPart(
      optionIds,
      scored.filter(({ sample }) => sample.part === which),
      identity.settings,
    );
  return {
    identity,
    question,
    optionIds,
    tune: part('tune'),
    test: part('test'),
    failed: labelled.filter(({ id }) => rowOf.get(id)?.status === 'failed').length,
    misfits: samples.filter(({ id, label }) => rowOf.has(id) && label !== null && !optionIds.includes(label)).length,
  };
}

function labelledPart(
  optionIds: string[],
  scored: readonly { sample: EvaluationSample; row: ScoredRow }[],
  { order, temperature }: NonNullable<Run['identity']>['settings'],
): LabelledPart {
  const own = { temperature, bias: null };
  const grouped = scored.some(({ sample }) => sample.group !== null);
  // Each step of a fit asks again for what the one before it had.
  const known = new Map<string, Predictions>();

  function predict(calibration: Calibration): Predictions {
    const key = JSON.stringify(calibration);
    const found =
      known.get(key) ??
      packPredictions(
        optionIds,
        scored.map(({ sample, row: { logits, probabilities } }) => ({
          label: sample.label ?? '',
          probabilities: calibrate({ order, temperature, logits, probabilities }, calibration),
        })),
      );
    known.set(key, found);
    return found;
  }

  return {
    n: scored.length,
    predictions: (calibration = own) => predict(calibration),
    ...(grouped ? { groups: groupIndices(scored.map(({ sample }) => sample.group)) } : {}),
  };
}

function refuse(message: string, next: string): Fault {
  return new Fault('INVALID_REQUEST', message, next, { fields: [{ path: 'run_id', message }] });
}
