import type { Run } from '../../../workbench/contract/runs.ts';
import {
  type MixedFigures,
  type MixedTask,
  mixedFigures,
  partedRows,
} from '../../../workbench/reports/mixed-figures.ts';
import { type Reliability, topChoiceReliability } from '../../../workbench/statistics/calibration.ts';
import {
  type Baselines,
  baselines,
  type Classification,
  classify,
} from '../../../workbench/statistics/classification.ts';
import { type ConstantAnswer, constantAnswer } from '../../../workbench/statistics/constant-answer.ts';
import { type RunLatency, runLatency } from '../../../workbench/statistics/latency.ts';
import { type OptionMass, optionMass } from '../../../workbench/statistics/option-mass.ts';
import { type Ordinal, ordinal } from '../../../workbench/statistics/ordinal.ts';
import { type Brier, brier, type LogLoss, logLoss } from '../../../workbench/statistics/probability-scores.ts';
import { type Proportion, proportion } from '../../../workbench/statistics/proportions.ts';
import { type SelectivePrediction, topChoiceSelective } from '../../../workbench/statistics/selective-prediction.ts';
import type { PartedRow } from '../../../workbench/statistics/temperature-by-type.ts';
import type { JoinedRun } from '../../runs/join-run.ts';

/** Everything that Evaluate shows of a run, but what the worker computes. */
export interface Results {
  classification: Classification;
  baselines: Baselines;
  /** Accuracy of guessing. */
  chance: number;
  constant: ConstantAnswer;
  logLoss: LogLoss;
  brier: Brier;
  reliability: Reliability;
  selective: SelectivePrediction;
  /** Of a score question; else null. */
  ordinal: Ordinal | null;
  /** Of a set whose samples bring their own questions; else null. */
  mixed: (MixedFigures & { rows: PartedRow[] }) | null;
  /** Of all scored samples, with and without a label. */
  latency: RunLatency;
  seconds: number[];
  mass: OptionMass;
  masses: number[];
  /** Null when only one order was asked. */
  orderFlips: Proportion | null;
}

/** Computes the results of a joined run. */
export function computeResults(joined: JoinedRun, run: Run, ordered: boolean): Results {
  const { predictions, judged } = joined;
  const rows = joined.calls;
  const known = baselines(predictions);
  const orders = rows.filter(({ order_flip }) => order_flip !== null);
  const mixed = joined.mixed ? mixedFiguresOf(joined, run) : null;
  return {
    classification: classify(predictions),
    // Places of a mixed set are no options: “always the first” is no baseline anybody would use.
    baselines: joined.mixed ? { ...known, majority: null } : known,
    chance: mixed === null ? known.chance : (mixed.mixed.all.chance ?? 0),
    constant: joined.mixed ? { option: null, share: 0, shareOfLabels: 0, pattern: null } : constantAnswer(predictions),
    logLoss: logLoss(predictions),
    brier: brier(predictions),
    reliability: topChoiceReliability(predictions),
    selective: topChoiceSelective(predictions),
    ordinal: ordered && judged.length > 0 ? ordinal(predictions) : null,
    mixed,
    latency: runLatency(
      rows.map((row) => ({ seconds: row.seconds, tokens: row.evaluated_tokens })),
      run.identity?.load_seconds ?? null,
    ),
    seconds: rows.map(({ seconds }) => seconds),
    mass: optionMass(rows.map(({ option_mass }) => option_mass)),
    masses: rows.flatMap(({ option_mass }) => (option_mass === null ? [] : [option_mass])),
    orderFlips:
      orders.length === 0
        ? null
        : proportion(orders.filter(({ order_flip }) => order_flip === true).length, orders.length),
  };
}

/** Only a run that tried each sample once can be read by a benchmark's rules. */
function mixedFiguresOf({ judged, failed }: JoinedRun, run: Run): Results['mixed'] {
  const tasks = [
    ...judged.map(({ sample, options, probabilities, label, row }) => ({
      ...{ sample, options, probabilities, label },
      seconds: row.seconds,
    })),
    ...failed.map(({ sample, seconds }) => ({
      ...{ sample, options: sample.options ?? [], probabilities: null, label: sample.label },
      seconds,
    })),
  ].flatMap(({ sample: { id, kind, part, split = null }, label, ...rest }): MixedTask[] =>
    kind === null || label === null ? [] : [{ id, kind, part, split, label, ...rest }],
  );
  const all = new Set(tasks.map(({ id }) => id));
  return { ...mixedFigures(tasks, all, run.retried === false), rows: partedRows(tasks, all) };
}
