import { useMemo } from 'react';
import type { FitRequest, PartFigures } from '../../workbench/contract/configurations.ts';
import type { RunSummary } from '../../workbench/contract/runs.ts';
import type { SampleSetSummary } from '../../workbench/contract/samples.ts';
import { topChoiceReliability } from '../../workbench/statistics/calibration.ts';
import { confidences } from '../../workbench/statistics/predictions.ts';
import { topChoiceSelective } from '../../workbench/statistics/selective-prediction.ts';
import { faultOf } from '../app/connection/fault-of.ts';
import { FaultCard } from '../app/fault/fault-card.tsx';
import { ReliabilityChart } from '../charts/reliability-chart.tsx';
import { RiskCoverageChart } from '../charts/risk-coverage-chart.tsx';
import { judgedRow } from '../runs/row-entry.tsx';
import type { RowList } from '../runs/rows-panel.tsx';
import { useStatistics } from '../statistics/use-statistics.ts';
import { ConfidentMistakes } from './confident-mistakes.tsx';
import { describeThreshold } from './describe-rule.ts';
import { type DraftRule, figuresAt, thresholdOf } from './draft-rule.ts';
import { FigureTable } from './figure-table.tsx';
import { OptionThresholds } from './option-thresholds.tsx';
import { SaveForm } from './save-form.tsx';
import classes from './trust-screen.module.css';
import type { CalibratedPart } from './use-calibrated.ts';
import type { Fit } from './use-fit.ts';

interface Props {
  set: SampleSetSummary;
  run: RunSummary;
  draft: DraftRule;
  request: FitRequest;
  fit: Fit;
  tune: CalibratedPart;
  test: CalibratedPart;
  hueOf: (option: string) => number;
  onChange: (change: Partial<DraftRule>) => void;
}

// A fixed seed gives the same band each time the screen is opened.
const BAND_SEED = 1;

const nothing: PartFigures = {
  n: 0,
  accepted: 0,
  right: 0,
  coverage: null,
  accuracy: null,
  accuracy_interval: null,
  accuracy_lower_bound: null,
  log_loss_before: null,
  log_loss_after: null,
  mean_cost: null,
  mean_cost_interval: null,
};

/** The curve with its line, the rule on both parts, the verdict, and what is saved. */
export function TrustResults({ set, run, draft, request, fit, tune, test, hueOf, onChange }: Props) {
  const { answer, current, error } = fit;
  const threshold = useMemo(() => thresholdOf(draft, tune.predictions), [draft, tune.predictions]);
  const curves = useMemo(
    () => [
      { name: 'tune', points: topChoiceSelective(tune.predictions).curve },
      { name: 'test', points: topChoiceSelective(test.predictions).curve },
    ],
    [tune.predictions, test.predictions],
  );
  const figures = useMemo(
    () => ({
      tune: figuresOf(answer?.tune, tune, threshold),
      test: figuresOf(answer?.test, test, threshold),
    }),
    [answer, tune, test, threshold],
  );
  const reliability = useMemo(() => topChoiceReliability(test.predictions), [test.predictions]);
  const bandRequest = useMemo(
    () => ({ kind: 'null-band' as const, predictions: test.predictions, seed: BAND_SEED }),
    [test.predictions],
  );
  const band = useStatistics<'null-band'>(bandRequest);
  const mistakes = useMemo(() => mistakesOf([tune, test], threshold), [tune, test, threshold]);
  const target = draft.kind === 'costs' || draft.kind === 'none' ? null : draft.target;
  const options = test.predictions.options;
  const none = draft.kind === 'target' && threshold === null;

  return (
    <div className={classes.results}>
      <section className={classes.card} aria-labelledby="rule-title">
        <h2 id="rule-title" className={classes.title}>
          {titleOf(draft, threshold)}
        </h2>
        <FigureTable
          target={target}
          lines={[
            {
              name: 'Tune',
              remark: remarkOf(draft, threshold),
              figures: figures.tune,
              accepted: threshold === null ? null : () => acceptedRows('Tune', tune, threshold),
            },
            {
              name: 'Test',
              remark: none ? 'every answer, without a threshold' : 'held out: this counts',
              figures: figures.test,
              accepted: threshold === null ? null : () => acceptedRows('Test', test, threshold),
            },
          ]}
        />
        <p className={classes.verdict} data-verdict={current ? answer?.verdict : undefined} aria-live="polite">
          {error !== null ? '' : current && answer !== undefined ? answer.sentence : 'Being checked…'}
        </p>
        {error !== null && <FaultCard fault={faultOf(error)} />}
        {draft.kind === 'per-option' && answer?.thresholds != null && (
          <OptionThresholds options={options} thresholds={answer.thresholds} />
        )}
        <SaveForm
          request={request}
          name={`${set.set.name}, ${run.run.configuration.name}`}
          refusal={whyNot(fit)}
          documentId={set.set.binding.kind === 'bound' ? (set.set.binding.decision?.document_id ?? null) : null}
        />
      </section>
      <div className={classes.pair}>
        <RiskCoverageChart
          title="Risk and coverage"
          curves={curves}
          sentence={describeThreshold(draft, threshold, figures.tune, figures.test)}
          targetRisk={target === null ? undefined : 1 - target}
          threshold={
            draft.kind === 'costs' || draft.kind === 'per-option'
              ? undefined
              : {
                  value: threshold ?? 1,
                  onChange: (value) => onChange({ kind: 'confidence', threshold: below(value) }),
                }
          }
        />
        <ReliabilityChart
          reliability={reliability}
          band={band.last?.request === bandRequest ? band.last.answer : null}
          n={test.predictions.labels.length}
        />
      </div>
      <ConfidentMistakes accepted={mistakes.accepted} wrong={mistakes.wrong} setId={set.set.id} hueOf={hueOf} />
    </div>
  );
}

/** A little lower, so that the last digit of a sample's own confidence cannot leave it out. */
function below(threshold: number): number {
  return Math.floor(threshold * 1e6) / 1e6;
}

function remarkOf({ kind }: DraftRule, threshold: number | null): string {
  if (kind === 'target' && threshold === null) return 'every answer, without a threshold';
  return kind === 'confidence' || kind === 'none' ? 'in-sample' : 'chosen on these: optimistic';
}

/** The workbench's figures; under a threshold those of this very moment, so that they move with the line. */
function figuresOf(answered: PartFigures | undefined, part: CalibratedPart, threshold: number | null): PartFigures {
  const base = answered ?? { ...nothing, n: part.predictions.labels.length };
  return threshold === null ? base : { ...base, ...figuresAt(part.predictions, threshold) };
}

function titleOf({ kind, target }: DraftRule, threshold: number | null): string {
  switch (kind) {
    case 'none':
      return 'Every answer is accepted';
    case 'costs':
      return 'Acts where it is expected to cost least';
    case 'per-option':
      return `A threshold for each option, so that each keeps ${target}`;
    case 'confidence':
    case 'target':
      return threshold === null
        ? `No confidence is shown to reach ${target}`
        : `Accept when the confidence is at least ${threshold.toFixed(3)}`;
  }
}

function whyNot({ answer, current, error }: Fit): string | null {
  if (error !== null) return 'It could not be computed; the reason stands above.';
  if (answer === undefined) return 'It is being computed.';
  // What is saved is computed anew from the request, so an answer to an older one hinders nothing.
  return current && answer.verdict === 'not-attainable'
    ? 'There is no threshold to save: the target is not attainable.'
    : null;
}

function acceptedRows(name: string, { judged, predictions }: CalibratedPart, threshold: number): RowList {
  const scores = confidences(predictions);
  return {
    title: `${name}: accepted`,
    rows: judged.filter((_, row) => (scores[row] ?? 0) >= threshold).map((sample) => judgedRow(sample)),
  };
}

function mistakesOf(parts: readonly CalibratedPart[], threshold: number | null) {
  const wrong = parts
    .flatMap(({ judged, predictions }) => {
      const scores = confidences(predictions);
      return judged.map((sample, row) => ({ sample, confidence: scores[row] ?? 0 }));
    })
    .filter(({ sample }) => !sample.right)
    .toSorted((one, other) => other.confidence - one.confidence);
  return {
    wrong: wrong.map(({ sample }) => sample),
    accepted: wrong
      .filter(({ confidence }) => threshold === null || confidence >= threshold)
      .map(({ sample }) => sample),
  };
}
