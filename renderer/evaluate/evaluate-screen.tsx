import { Loader, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { RunSummary } from '../../workbench/contract/runs.ts';
import type { SampleSetSummary } from '../../workbench/contract/samples.ts';
import { useActionHandlers } from '../app/actions/use-actions.tsx';
import { faultOf } from '../app/connection/fault-of.ts';
import { useWorkbench } from '../app/connection/use-workbench.tsx';
import { FaultButton, FaultCard } from '../app/fault/fault-card.tsx';
import { notifyError } from '../app/notify.tsx';
import { ChoiceBar } from '../runs/choice-bar.tsx';
import { NoSamples } from '../runs/no-samples.tsx';
import { RowsPanel } from '../runs/rows-panel.tsx';
import { useChosen } from '../runs/use-chosen.tsx';
import { useHues } from '../runs/use-hues.ts';
import { useRunRows } from '../runs/use-run-rows.ts';
import { useSetSamples } from '../runs/use-set-samples.ts';
import classes from './evaluate-screen.module.css';
import { RunForm } from './new-run/run-form.tsx';
import { RemoveRunDialog } from './remove-run-dialog.tsx';
import { ResultsPanel } from './results/results-panel.tsx';
import { RunCard } from './run-card.tsx';

/** Scores a sample set with one or several configurations, and shows what comes of it while it runs. */
export function EvaluateScreen() {
  const { set } = useChosen();
  if (set === undefined) {
    return (
      <NoSamples title="No samples to evaluate on yet">
        Evaluate scores labelled samples and says how often the model is right, with the interval that such a number
        has. Start with the example that comes with the workbench, or import your own.
      </NoSamples>
    );
  }
  return <EvaluateSet key={set.set.id} set={set} />;
}

function EvaluateSet({ set }: { set: SampleSetSummary }) {
  const { runs, run, chooseRun } = useChosen();
  const hueOf = useHues(set.set);
  const [removing, setRemoving] = useState<RunSummary | null>(null);
  useRunActions(run);
  return (
    <RowsPanel setId={set.set.id} hueOf={hueOf}>
      <ChoiceBar title="Evaluate" />
      <div className={classes.page}>
        <div className={classes.side}>
          <RunForm set={set} onStarted={chooseRun} />
          <section aria-labelledby="runs-title" className={classes.runs}>
            <Title order={2} id="runs-title">
              Runs
            </Title>
            {runs.length === 0 && (
              <Text size="sm" c="dimmed">
                None yet over these samples.
              </Text>
            )}
            <ul className={classes.list}>
              {runs.map((summary) => (
                <RunCard
                  key={summary.run.id}
                  summary={summary}
                  shown={summary.run.id === run?.run.id}
                  onShow={() => chooseRun(summary.run.id)}
                  onRemove={() => setRemoving(summary)}
                />
              ))}
            </ul>
          </section>
        </div>
        <div className={classes.main}>
          {run === undefined ? <NoRun set={set} /> : <RunResults key={run.run.id} set={set} run={run} hueOf={hueOf} />}
        </div>
      </div>
      {removing !== null && <RemoveRunDialog summary={removing} onClose={() => setRemoving(null)} />}
    </RowsPanel>
  );
}

interface RunResultsProps {
  set: SampleSetSummary;
  run: RunSummary;
  hueOf: (option: string) => number;
}

function RunResults({ set, run, hueOf }: RunResultsProps) {
  const { filter } = useChosen();
  const samples = useSetSamples(set);
  const [rows] = useRunRows(useMemo(() => [run], [run]));
  if (samples.data === undefined && samples.error !== null) {
    return (
      <FaultCard fault={faultOf(samples.error)}>
        <FaultButton onClick={() => void samples.refetch()}>Try again</FaultButton>
      </FaultCard>
    );
  }
  if (samples.data === undefined || rows === undefined) return <Loader size="sm" aria-label="Reading the samples" />;
  return <ResultsPanel set={set.set} samples={samples.data} rows={rows} filter={filter} hueOf={hueOf} />;
}

function NoRun({ set }: { set: SampleSetSummary }) {
  return (
    <div className={classes.empty}>
      <Title order={2}>Nothing is scored yet</Title>
      <Text c="dimmed" maw="34rem">
        {set.labelled === 0
          ? `None of the ${set.samples} samples has a label. They can be scored all the same, but only labels say whether an answer is right.`
          : `${set.labelled} of ${set.samples} samples have a label. Choose one or several configurations on the left and start: figures appear while it runs.`}
      </Text>
    </div>
  );
}

/** Pause, resume and retry of the run on screen, for palette and menu. */
function useRunActions(summary: RunSummary | undefined): void {
  const { client } = useWorkbench();
  useActionHandlers(
    useMemo(() => {
      const state = summary?.run.state;
      const by = { id: summary?.run.id ?? '' };
      const resumable = state === 'paused' || state === 'cancelled' || state === 'failed';
      return {
        'run.pause': {
          run: () => void client.runs.pause(by).catch(notifyError),
          unavailable: state === 'running' ? undefined : 'The run on screen is not running',
        },
        'run.resume': {
          run: () => void client.runs.resume(by).catch(notifyError),
          unavailable: resumable ? undefined : 'The run on screen cannot go on',
        },
        'run.retry': {
          run: () => void client.runs.retryFailed(by).catch(notifyError),
          unavailable: (summary?.failed ?? 0) > 0 ? undefined : 'No sample of the run on screen failed',
        },
      };
    }, [client, summary]),
  );
}
