import { Loader } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useDeferredValue, useMemo } from 'react';
import type { EvaluationSample } from '../../../workbench/contract/runs.ts';
import type { SampleSet } from '../../../workbench/samples/sample-set.ts';
import { constantAnswerWords } from '../../../workbench/statistics/constant-answer.ts';
import { NOT_FOR_MIXED_SETS } from '../../../workbench/statistics/mixed-sets.ts';
import { faultOf } from '../../app/connection/fault-of.ts';
import { FaultCard } from '../../app/fault/fault-card.tsx';
import { histogram } from '../../charts/axis.ts';
import { formatPercent, formatShare } from '../../charts/format-number.ts';
import { HistogramChart } from '../../charts/histogram-chart.tsx';
import { ReliabilityChart } from '../../charts/reliability-chart.tsx';
import { RiskCoverageChart } from '../../charts/risk-coverage-chart.tsx';
import { joinRun, type SampleFilter } from '../../runs/join-run.ts';
import { isOrdered, runOptions, setOptions } from '../../runs/run-options.ts';
import { isUnderWay, sayRun } from '../../runs/say-run.ts';
import type { RunRows } from '../../runs/use-run-rows.ts';
import { useStatistics } from '../../statistics/use-statistics.ts';
import { computeResults, type Results } from './compute-results.ts';
import { ConfusionMatrix } from './confusion-matrix.tsx';
import { headlineOf, notesOf } from './describe-results.ts';
import { JevBenchTable } from './jevbench-table.tsx';
import { LatencyChart } from './latency-chart.tsx';
import { LeftOut } from './left-out.tsx';
import { MetricTable } from './metric-table.tsx';
import { MixedTable } from './mixed-table.tsx';
import { OptionTable } from './option-table.tsx';
import classes from './results.module.css';
import { RunFacts } from './run-facts.tsx';
import { TemperatureTable } from './temperature-table.tsx';

interface Props {
  set: SampleSet;
  samples: readonly EvaluationSample[];
  rows: RunRows;
  filter: SampleFilter;
  hueOf: (option: string) => number;
}

// Any seed will do; a fixed one gives the same band each time the screen is opened.
const BAND_SEED = 1;

/** What a run says, while it goes on and afterwards. */
export function ResultsPanel(props: Props) {
  // The list of runs answers at once, the figures a moment later.
  const { set, samples, rows, filter } = useDeferredValue(props);
  const { run } = rows.summary;
  const joined = useMemo(
    () => joinRun(samples, rows.rows, setOptions(set), runOptions(run, set), filter),
    [samples, rows.rows, set, run, filter],
  );
  const ordered = isOrdered(set);
  const results = useMemo(() => computeResults(joined, run, ordered), [joined, run, ordered]);
  const bandRequest = useMemo(
    () => ({ kind: 'null-band' as const, predictions: joined.predictions, seed: BAND_SEED }),
    [joined.predictions],
  );
  const computed = useStatistics<'null-band'>(bandRequest);
  const band = computed.last?.request === bandRequest ? computed.last.answer : null;
  const yesNo = set.binding.kind === 'bound' && set.binding.question.kind === 'yes-no';
  const constant = constantAnswerWords(results.constant);

  if (rows.error !== null && !rows.ready) return <FaultCard fault={faultOf(rows.error)} />;
  if (!rows.ready) return <Loader size="sm" aria-label="Reading the rows" />;
  return (
    <div className={classes.results}>
      <section className={classes.card} aria-labelledby="run-name">
        <div className={classes.head}>
          <h2 id="run-name" className={classes.name}>
            {run.configuration.name}
          </h2>
          <span className={classes.state}>{sayRun(props.rows.summary)}</span>
        </div>
        <p className={classes.headline}>{headlineOf(results.classification, results.baselines, results.chance)}</p>
        {constant !== null && (
          <p className={classes.constant}>
            <IconAlertTriangle size={16} aria-hidden />
            <span>
              <strong>This configuration {constant}</strong>, though only{' '}
              {formatPercent(results.constant.shareOfLabels)} of the labels are that. It may not have read the evidence
              at all.
            </span>
          </p>
        )}
        {notesOf(rows.summary, joined).map(({ key, serious, text }) => (
          <p key={key} className={classes.note} data-serious={serious || undefined}>
            {serious ? <IconAlertTriangle size={15} aria-hidden /> : <IconInfoCircle size={15} aria-hidden />}
            <span>{text}</span>
          </p>
        ))}
        {computed.fault !== null && <FaultCard fault={computed.fault} />}
      </section>
      {run.fault !== null && <FaultCard fault={run.fault} />}
      <LeftOut joined={joined} rowOptions={runOptions(run, set)} />
      {/* While it goes on, the empty tables are there already, so that nothing jumps. */}
      {(joined.calls.length > 0 || isUnderWay(rows.summary)) && (
        <>
          <section className={classes.card} aria-labelledby="measures-title">
            <h3 id="measures-title" className={classes.title}>
              Measures
            </h3>
            <MetricTable results={results} joined={joined} band={band} run={run} yesNo={yesNo} />
          </section>
          {results.mixed === null ? (
            <div className={classes.pair}>
              <ConfusionMatrix classification={results.classification} joined={joined} />
              <OptionTable classification={results.classification} joined={joined} hueOf={props.hueOf} />
            </div>
          ) : (
            <>
              <MixedTable report={results.mixed.mixed} why={NOT_FOR_MIXED_SETS} />
              <TemperatureTable rows={results.mixed.rows} />
              {results.mixed.jevbench !== null && <JevBenchTable report={results.mixed.jevbench} />}
            </>
          )}
          <div className={classes.pair}>
            <ReliabilityChart reliability={results.reliability} band={band} n={results.classification.n} />
            <RiskCoverageChart
              title="Risk and coverage"
              curves={[{ name: run.configuration.name, points: results.selective.curve }]}
              sentence={describeCurve(results)}
            />
            <LatencyChart latency={results.latency} seconds={results.seconds} />
            <MassChart results={results} />
          </div>
        </>
      )}
      <RunFacts run={run} />
    </div>
  );
}

const MASS_BUCKETS = 20;

function MassChart({ results: { mass, masses } }: { results: Results }) {
  const sentence =
    mass.quantiles === null
      ? 'Not defined with option texts: nothing else than the options is asked for.'
      : `${mass.low.successes} of ${mass.n} samples lie below 0.5, where the model wanted to say something else; half lie below ${formatShare(mass.quantiles.median)}.`;
  return (
    <HistogramChart
      title="Option mass"
      measure="option_mass"
      sentence={sentence}
      buckets={histogram(masses, MASS_BUCKETS, { low: 0, high: 1 })}
      label="share of the next token on the options"
      format={(value) => value.toFixed(2)}
      marks={masses.length === 0 ? [] : [{ name: '0.5', value: 0.5 }]}
    />
  );
}

/** What is gained by leaving the unsure half to somebody else. */
function describeCurve({ selective, classification, mixed }: Results): string {
  const { n, accuracy } = classification;
  if (n === 0) return 'No labelled sample is scored yet.';
  const half = selective.curve.find(({ coverage }) => coverage >= 0.5);
  const all = `Accepting every answer, ${n - accuracy.successes} of ${n} are wrong.`;
  if (half === undefined || half.accepted === n) return `${all} All have the same confidence.`;
  return `${all} Accepting the ${half.accepted} most confident, ${half.errors} are wrong.${mixed === null ? ' Choose a threshold on Trust.' : ''}`;
}
