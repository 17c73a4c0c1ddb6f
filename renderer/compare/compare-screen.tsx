import { Alert, Button, Checkbox, Loader, Menu, NumberInput, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { EvaluationSample, RunSummary } from '../../workbench/contract/runs.ts';
import type { SampleSetSummary } from '../../workbench/contract/samples.ts';
import type { ReportForm } from '../../workbench/reports/write-report-as.ts';
import { DEFAULT_MARGIN } from '../../workbench/statistics/verdict.ts';
import { useActionHandlers, useActionStore } from '../app/actions/use-actions.tsx';
import { faultOf } from '../app/connection/fault-of.ts';
import { useInfo } from '../app/connection/use-workbench.tsx';
import { FaultButton, FaultCard } from '../app/fault/fault-card.tsx';
import { notifyError } from '../app/notify.tsx';
import { saveFile } from '../app/save-file.ts';
import { MeasureHelp } from '../charts/measure-help.tsx';
import { ChoiceBar } from '../runs/choice-bar.tsx';
import { NoSamples } from '../runs/no-samples.tsx';
import { notedRow } from '../runs/row-entry.tsx';
import { RowsButton, RowsPanel } from '../runs/rows-panel.tsx';
import { isUnderWay, sayRun } from '../runs/say-run.ts';
import { useChosen } from '../runs/use-chosen.tsx';
import { useHues } from '../runs/use-hues.ts';
import { useRunRows } from '../runs/use-run-rows.ts';
import { useSetSamples } from '../runs/use-set-samples.ts';
import { askStatistics } from '../statistics/ask-statistics.ts';
import { describeAlignment, type Refusal } from './align-runs.ts';
import classes from './compare-screen.module.css';
import { ComparisonTable } from './comparison-table.tsx';
import { goodEnoughWords } from './comparison-words.ts';
import { DifferenceTable } from './difference-table.tsx';
import { reportFile, reportRequest } from './export-comparison.ts';
import { SampleMatrix } from './matrix/sample-matrix.tsx';
import { useComparison } from './use-comparison.ts';

/** Puts the runs over one sample set side by side. */
export function CompareScreen() {
  const { set } = useChosen();
  if (set === undefined) {
    return (
      <NoSamples title="Nothing to compare yet">
        Compare puts model files, wordings and readouts side by side on the same labelled samples, and says whether a
        difference is real. It needs samples first, and then two runs over them.
      </NoSamples>
    );
  }
  return <CompareSet key={set.set.id} set={set} />;
}

function CompareSet({ set }: { set: SampleSetSummary }) {
  const { runs } = useChosen();
  const actions = useActionStore();
  const hueOf = useHues(set.set);
  const samples = useSetSamples(set);
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const usable = useMemo(() => runs.filter(({ scored }) => scored > 0), [runs]);
  const compared = useMemo(() => {
    const newest = newestByName(usable);
    return usable.filter(({ run }) => chosen.get(run.id) ?? newest.has(run.id));
  }, [usable, chosen]);

  return (
    <RowsPanel setId={set.set.id} hueOf={hueOf}>
      {usable.length === 0 ? (
        <>
          <ChoiceBar title="Compare" />
          <div className={classes.empty}>
            <Title order={2}>No run over these samples has rows yet</Title>
            <Text c="dimmed" maw="34rem">
              Score them on Evaluate with two configurations: two model files, two wordings or two readouts. With one
              file at hand, Evaluate also makes quantised variants of the starter to compare.
            </Text>
            <Button onClick={() => actions.run('view.evaluate')}>Go to Evaluate</Button>
          </div>
        </>
      ) : samples.data === undefined ? (
        <>
          <ChoiceBar title="Compare" />
          <div className={classes.page}>
            {samples.error === null ? (
              <Loader size="sm" aria-label="Reading the samples" />
            ) : (
              <FaultCard fault={faultOf(samples.error)}>
                <FaultButton onClick={() => void samples.refetch()}>Try again</FaultButton>
              </FaultCard>
            )}
          </div>
        </>
      ) : (
        <Comparison
          set={set}
          samples={samples.data}
          usable={usable}
          compared={compared}
          onChoose={(id, on) => setChosen(new Map(chosen).set(id, on))}
        />
      )}
    </RowsPanel>
  );
}

/** Of runs with one name the newest: the older ones are repetitions. */
function newestByName(runs: readonly RunSummary[]): Set<string> {
  const newest = new Map<string, RunSummary>();
  for (const summary of runs) {
    const known = newest.get(summary.run.configuration.name);
    if (known === undefined || known.run.created_at < summary.run.created_at) {
      newest.set(summary.run.configuration.name, summary);
    }
  }
  return new Set([...newest.values()].map(({ run }) => run.id));
}

interface ComparisonProps {
  set: SampleSetSummary;
  samples: readonly EvaluationSample[];
  usable: readonly RunSummary[];
  compared: readonly RunSummary[];
  onChoose: (id: string, on: boolean) => void;
}

function Comparison({ set, samples, usable, compared, onChoose }: ComparisonProps) {
  const { filter } = useChosen();
  const [baselineId, setBaselineId] = useState<string | null>(null);
  const [points, setPoints] = useState(DEFAULT_MARGIN * 100);
  const margin = points / 100;
  const rows = useRunRows(compared);
  const version = useInfo()?.version;
  const settled = useDeferredValue({ samples, rows, filter, margin });
  const comparison = useComparison(set.set, settled.samples, settled.rows, settled.filter, baselineId, settled.margin);
  const { aligned, baseline, candidates, fault } = comparison;
  const yesNo = set.set.binding.kind === 'bound' && set.set.binding.question.kind === 'yes-no';
  const unread = rows.find(({ error, ready }) => error !== null && !ready);
  const save = (form: ReportForm): void => {
    if (version === undefined) return;
    const runs = baseline === null ? [] : [baseline, ...candidates].map(({ summary }) => summary.run);
    const request = reportRequest(
      {
        runs,
        rows: settled.rows,
        samples: settled.samples,
        set,
        filter: settled.filter,
        margin: settled.margin,
        version,
      },
      form,
    );
    if (request === null) return;
    void askStatistics<'report'>(request)
      .then((text) => {
        const { content, name } = reportFile(text, form, set.set.name);
        saveFile(content, name);
      })
      .catch(notifyError);
  };
  const unavailable = baseline === null || aligned.n === 0 ? 'Nothing is compared yet' : undefined;
  useActionHandlers({ 'comparison.export': { run: () => save('markdown'), unavailable } });

  return (
    <>
      <ChoiceBar title="Compare">
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              size="xs"
              variant="default"
              disabled={unavailable !== undefined}
              leftSection={<IconDownload size={15} aria-hidden />}
            >
              Export
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => save('csv')}>CSV, every figure</Menu.Item>
            <Menu.Item onClick={() => save('markdown')}>Markdown, the tables</Menu.Item>
            <Menu.Item onClick={() => save('json')}>JSON, every figure and each sample</Menu.Item>
            <Menu.Item onClick={() => save('html')}>HTML, one file to pass on</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </ChoiceBar>
      <div className={classes.page}>
        <section className={classes.card} aria-labelledby="compared-title">
          <h2 id="compared-title" className={classes.title}>
            {describeAlignment(aligned)}
          </h2>
          <fieldset className={classes.runs}>
            <legend className={classes.legend}>Runs that are compared</legend>
            {usable.map((summary) => (
              <Checkbox
                key={summary.run.id}
                size="xs"
                label={`${summary.run.configuration.name}${isUnderWay(summary) || summary.run.state !== 'done' ? ` (${sayRun(summary)})` : ''}`}
                checked={compared.includes(summary)}
                onChange={(event) => onChoose(summary.run.id, event.currentTarget.checked)}
              />
            ))}
          </fieldset>
          {aligned.runs.some(({ left }) => left.length > 0) && (
            <p className={classes.sentence}>
              Left out because another run lacks them:{' '}
              {aligned.runs
                .filter(({ left }) => left.length > 0)
                .map(({ summary, left }) => (
                  <RowsButton
                    key={summary.run.id}
                    list={() => ({
                      title: `Only with some runs: ${summary.run.configuration.name}`,
                      rows: left.map(({ sample }) => notedRow(sample, 'another run has not scored it')),
                    })}
                  >
                    {left.length} of {summary.run.configuration.name}
                  </RowsButton>
                ))}
            </p>
          )}
          {aligned.cautions.map((caution) => (
            <Alert key={caution} color="yellow" mt="xs" variant="outline" title="Read with care">
              {caution}
            </Alert>
          ))}
          {aligned.refusals.map((refusal) => (
            <RefusalCard key={refusal.run.id} refusal={refusal} samples={samples} />
          ))}
          {unread !== undefined && <FaultCard fault={faultOf(unread.error)} />}
          {fault !== null && <FaultCard fault={fault} />}
        </section>
        <section className={classes.card} aria-labelledby="good-title">
          <div className={classes.goodHead}>
            <h2 id="good-title" className={classes.title}>
              <MeasureHelp measure="non_inferiority">How small may the model be?</MeasureHelp>
            </h2>
            <NumberInput
              size="xs"
              w={150}
              label="May lose, in points"
              min={0}
              max={50}
              step={0.5}
              decimalScale={1}
              value={points}
              onChange={(value) => {
                if (typeof value === 'number') setPoints(value);
              }}
            />
          </div>
          <p className={classes.answer} aria-live="polite">
            {goodEnoughWords(comparison, margin)}
          </p>
        </section>
        <section className={classes.card} aria-labelledby="table-title">
          <h2 id="table-title" className={classes.title}>
            Side by side
          </h2>
          <p className={classes.sentence}>
            {comparison.grouped
              ? 'Samples of a group are resampled as one, and the wider of both intervals counts. '
              : ''}
            {candidates.length > 1 && (
              <>
                {candidates.length} comparisons, adjusted by <MeasureHelp measure="holm">Holm</MeasureHelp>.{' '}
              </>
            )}
            Every underlined number opens its samples.
          </p>
          <ComparisonTable comparison={comparison} yesNo={yesNo} onBaseline={setBaselineId} />
        </section>
        {baseline !== null && candidates.length > 0 && (
          <>
            <SampleMatrix baseline={baseline} candidates={candidates} />
            <DifferenceTable baseline={baseline} candidates={candidates} set={set.set} />
          </>
        )}
      </div>
    </>
  );
}

function RefusalCard({ refusal, samples }: { refusal: Refusal; samples: readonly EvaluationSample[] }) {
  const where = new Set(refusal.ids);
  return (
    <Alert color="red" mt="xs" variant="outline" title={`${refusal.run.configuration.name} is not compared`}>
      {refusal.why}{' '}
      {refusal.ids.length > 0 && (
        <RowsButton
          list={() => ({
            title: refusal.run.configuration.name,
            rows: samples.filter(({ id }) => where.has(id)).map((sample) => notedRow(sample, refusal.why)),
          })}
        >
          Show the {refusal.ids.length} samples
        </RowsButton>
      )}
    </Alert>
  );
}
