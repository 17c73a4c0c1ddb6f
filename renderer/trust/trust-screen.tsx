import { Button, Loader, NativeSelect, Text, Title } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { EvaluationSample, RunSummary } from '../../workbench/contract/runs.ts';
import type { SampleSetSummary } from '../../workbench/contract/samples.ts';
import { useActionStore } from '../app/actions/use-actions.tsx';
import { faultOf } from '../app/connection/fault-of.ts';
import { FaultButton, FaultCard } from '../app/fault/fault-card.tsx';
import { ChoiceBar } from '../runs/choice-bar.tsx';
import { joinRun } from '../runs/join-run.ts';
import { NoSamples } from '../runs/no-samples.tsx';
import { RowsPanel } from '../runs/rows-panel.tsx';
import { runOptions, setOptions } from '../runs/run-options.ts';
import { sayRun } from '../runs/say-run.ts';
import { useChosen } from '../runs/use-chosen.tsx';
import { useHues } from '../runs/use-hues.ts';
import { type RunRows, useRunRows } from '../runs/use-run-rows.ts';
import { useSetSamples } from '../runs/use-set-samples.ts';
import { type DraftRule, newRule, toFitRequest } from './draft-rule.ts';
import { RuleForm } from './rule-form.tsx';
import { SavedList } from './saved/saved-list.tsx';
import { TrustResults } from './trust-results.tsx';
import classes from './trust-screen.module.css';
import { useCalibrated } from './use-calibrated.ts';
import { useFit } from './use-fit.ts';

/** Decides what to accept: chosen on one part of the samples, judged on the other, saved with its evidence. */
export function TrustScreen() {
  const { set } = useChosen();
  if (set === undefined) {
    return (
      <NoSamples title="Nothing to trust yet">
        Trust chooses from which confidence on an answer is accepted, on one part of your labelled samples, and shows on
        the other part whether that holds. It needs samples first, and then a run over them.
      </NoSamples>
    );
  }
  return <TrustSet key={set.set.id} set={set} />;
}

function TrustSet({ set }: { set: SampleSetSummary }) {
  const { runs, run } = useChosen();
  const actions = useActionStore();
  const hueOf = useHues(set.set);
  const samples = useSetSamples(set);
  const usable = useMemo(() => runs.filter(({ scored }) => scored > 0), [runs]);
  const shown = usable.find((entry) => entry === run) ?? usable[0];
  const [rows] = useRunRows(useMemo(() => (shown === undefined ? [] : [shown]), [shown]));
  const { binding } = set.set;
  const saved = (
    <SavedList runs={usable} documentId={binding.kind === 'bound' ? (binding.decision?.document_id ?? null) : null} />
  );
  return (
    <RowsPanel setId={set.set.id} hueOf={hueOf}>
      <ChoiceBar title="Trust" filtered={false} />
      <div className={classes.page}>
        {binding.kind === 'mixed' ? (
          <Empty title="Thresholds need one decision">
            These samples bring their own questions. A configuration is about one decision, so choose a set that is
            bound to one.
          </Empty>
        ) : shown === undefined ? (
          <Empty title="No run over these samples has rows yet">
            Score them on Evaluate first; a threshold is chosen on what comes of it.
            <Button onClick={() => actions.run('view.evaluate')}>Go to Evaluate</Button>
          </Empty>
        ) : samples.error !== null ? (
          <FaultCard fault={faultOf(samples.error)}>
            <FaultButton onClick={() => void samples.refetch()}>Try again</FaultButton>
          </FaultCard>
        ) : rows !== undefined && rows.error !== null && !rows.ready ? (
          <FaultCard fault={faultOf(rows.error)} />
        ) : samples.data === undefined || rows?.ready !== true ? (
          <Loader size="sm" aria-label="Reading the rows" />
        ) : (
          <TrustRun key={shown.run.id} set={set} samples={samples.data} rows={rows} usable={usable} hueOf={hueOf} />
        )}
        {saved}
      </div>
    </RowsPanel>
  );
}

function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.empty}>
      <Title order={2}>{title}</Title>
      <Text component="div" c="dimmed" maw="34rem" className={classes.emptyWords}>
        {children}
      </Text>
    </div>
  );
}

// What the workbench fits on: every labelled sample, disputed ones too, each in its part.
const EVERY_SAMPLE = { part: 'all', disputed: true } as const;

interface Props {
  set: SampleSetSummary;
  samples: readonly EvaluationSample[];
  rows: RunRows;
  usable: readonly RunSummary[];
  hueOf: (option: string) => number;
}

function TrustRun({ set, samples, rows, usable, hueOf }: Props) {
  const { chooseRun } = useChosen();
  const { run } = rows.summary;
  const joined = useMemo(
    () => joinRun(samples, rows.rows, setOptions(set.set), runOptions(run, set.set), EVERY_SAMPLE),
    [samples, rows.rows, set.set, run],
  );
  const options = runOptions(run, set.set) ?? [];
  const [draft, setDraft] = useState<DraftRule>(() => newRule(options.length));
  const change = (changed: Partial<DraftRule>): void => setDraft((before) => ({ ...before, ...changed }));
  const request = useMemo(() => toFitRequest(run.id, draft), [run.id, draft]);
  const fit = useFit(request, rows.summary, set);
  const { tune, test } = useCalibrated(joined, fit.answer, run.identity?.settings.temperature ?? 1);
  return (
    <div className={classes.columns}>
      <div className={classes.side}>
        <section className={classes.card} aria-labelledby="try-title">
          <h2 id="try-title" className={classes.title}>
            What to accept
          </h2>
          <NativeSelect
            size="xs"
            label="Run"
            value={run.id}
            data={usable.map((entry) => ({ value: entry.run.id, label: entry.run.configuration.name }))}
            onChange={(event) => chooseRun(event.currentTarget.value)}
          />
          <p className={classes.why}>{sayRun(rows.summary)}</p>
          <RuleForm draft={draft} options={options} answer={fit.answer} onChange={change} />
        </section>
      </div>
      <TrustResults
        set={set}
        run={rows.summary}
        draft={draft}
        request={request}
        fit={fit}
        tune={tune}
        test={test}
        hueOf={hueOf}
        onChange={change}
      />
    </div>
  );
}
