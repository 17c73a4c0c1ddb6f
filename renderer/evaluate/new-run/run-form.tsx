import { Button, Group, NativeSelect, Text, Title } from '@mantine/core';
import { IconPlayerPlay, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { FaultData } from '../../../adapter/fault.ts';
import type { SavedConfiguration } from '../../../workbench/contract/configurations.ts';
import type { ModelEntry } from '../../../workbench/contract/models.ts';
import type { Run } from '../../../workbench/contract/runs.ts';
import type { SampleSetSummary } from '../../../workbench/contract/samples.ts';
import { useActionHandlers, useActionStore } from '../../app/actions/use-actions.tsx';
import { faultOf } from '../../app/connection/fault-of.ts';
import {
  useConfigurations,
  useEngine,
  useJobs,
  useModels,
  useSettings,
  useWorkbench,
} from '../../app/connection/use-workbench.tsx';
import { FaultButton, FaultCard } from '../../app/fault/fault-card.tsx';
import { formatBytes } from '../../app/format-bytes.ts';
import { isOpen } from '../../app/jobs-button.tsx';
import { countOf } from '../../charts/format-number.ts';
import { variantsState } from '../../models/variants-state.ts';
import { ConfigurationRow } from './configuration-row.tsx';
import {
  type DraftConfiguration,
  modelLabels,
  repeatedConfigurations,
  toRunConfigurations,
} from './draft-configuration.ts';
import { type DraftPlace, newPlace, placeProblems, toPlaceConfigurations } from './draft-place.ts';
import { LeaveNote } from './leave-note.tsx';
import { PlaceRow } from './place-row.tsx';
import classes from './run-form.module.css';
import { useDisclosures } from './use-disclosures.ts';
import { useWordings } from './use-wordings.ts';

const NO_MODELS: ModelEntry[] = [];
const NONE_SAVED: SavedConfiguration[] = [];

/** What to score with what: one run for each configuration. */
export function RunForm({ set, onStarted }: { set: SampleSetSummary; onStarted: (id: string) => void }) {
  const { client } = useWorkbench();
  const actions = useActionStore();
  const models = useModels() ?? NO_MODELS;
  const engine = useEngine();
  const settings = useSettings();
  const makingVariants = useJobs().some((job) => job.kind === 'make-variants' && isOpen(job));
  const wordings = useWordings(set.set);
  // A configuration is about one decision; a mixed set has many.
  const saved = useConfigurations().data ?? NONE_SAVED;
  const offered = set.set.binding.kind === 'bound' ? saved : NONE_SAVED;
  const [part, setPart] = useState<Run['part']>(set.labelled > 0 ? 'labelled' : 'all');
  const [lines, setLines] = useState<DraftConfiguration[] | null>(null);
  const [places, setPlaces] = useState<DraftPlace[]>([]);
  const [starting, setStarting] = useState(false);
  const [fault, setFault] = useState<FaultData | null>(null);

  const usable = useMemo(() => models.filter((model) => model.fault === null), [models]);
  const labels = useMemo(() => modelLabels(models), [models]);
  const first = engine?.status === 'ready' ? engine.path : usable[0]?.path;
  const drafts = lines ?? (first === undefined ? [] : [newLine(0, first)]);
  const here = settings === undefined ? [] : toRunConfigurations(drafts, labels, wordings, settings.engine, offered);
  const configurations = settings === undefined ? [] : [...here, ...toPlaceConfigurations(places, settings.engine)];
  const repeated = repeatedConfigurations(configurations);
  const samples = samplesOf(set, part);
  const faulty = places.some((place) => Object.keys(placeProblems(place)).length > 0);
  const leaving = useDisclosures(set.set.id, part, configurations);
  const leaves = configurations.some(({ remote }) => remote !== undefined);
  const count = drafts.length + places.length;
  const refusal =
    whyNot(samples, count, repeated.length) ??
    (faulty ? 'Complete what is written about the place elsewhere, or remove it.' : null) ??
    (leaves && !leaving.agreed ? 'Read what is sent elsewhere, and say that it may be.' : null);

  const change = (at: number, changed: Partial<DraftConfiguration>): void =>
    setLines(drafts.map((line, place) => (place === at ? { ...line, ...changed } : line)));
  const nextKey = drafts.reduce((most, { key }) => Math.max(most, key), -1) + 1;
  const add = (): void => {
    const last = drafts.at(-1);
    const unused = usable.find(({ path }) => drafts.every((line) => line.model_path !== path));
    if (last !== undefined) {
      setLines([...drafts, { ...last, key: nextKey, model_path: unused?.path ?? last.model_path }]);
    } else if (first !== undefined) setLines([newLine(nextKey, first)]);
  };
  const addEveryFile = (): void => {
    const last = drafts.at(-1);
    if (last === undefined) return;
    const missing = usable.filter(({ path }) => drafts.every((line) => line.model_path !== path));
    setLines([...drafts, ...missing.map(({ path }, at) => ({ ...last, key: nextKey + at, model_path: path }))]);
  };
  const changePlace = (at: number, changed: Partial<DraftPlace>): void =>
    setPlaces(places.map((place, index) => (index === at ? { ...place, ...changed } : place)));
  const addPlace = async (): Promise<void> => {
    // What was deployed is offered; without it the form is empty.
    const deployments = await client.deployments.list().catch(() => []);
    setPlaces((known) => [
      ...known,
      newPlace(known.reduce((most, { key }) => Math.max(most, key), -1) + 1, deployments),
    ]);
  };
  const start = async (): Promise<void> => {
    setStarting(true);
    setFault(null);
    try {
      const [started] = await client.runs.start({
        set_id: set.set.id,
        part,
        configurations,
        ...(leaves ? { may_leave: leaving.agreed } : {}),
      });
      if (started !== undefined) onStarted(started.run.id);
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setStarting(false);
    }
  };

  useActionHandlers(
    // biome-ignore lint/correctness/useExhaustiveDependencies: what it starts is what is on screen
    useMemo(
      () => ({ 'run.start': { run: () => void start(), unavailable: refusal ?? undefined } }),
      [refusal, configurations, part, set.set.id],
    ),
  );

  return (
    <section className={classes.form} aria-labelledby="new-run">
      <Title order={2} id="new-run">
        Score the samples
      </Title>
      {usable.length === 0 && (
        <>
          <Text size="sm" c="dimmed">
            There is no model file to score with yet.
          </Text>
          <Group gap="xs">
            <Button size="xs" onClick={() => actions.run('model.fetch-starter')}>
              Get the starter model
            </Button>
            <Button size="xs" variant="default" onClick={() => actions.run('model.add')}>
              Add a GGUF file
            </Button>
            <Button size="xs" variant="default" onClick={() => void addPlace()}>
              Score elsewhere
            </Button>
          </Group>
        </>
      )}
      {(usable.length > 0 || places.length > 0) && (
        <>
          <NativeSelect
            size="xs"
            label="Samples"
            value={part}
            data={parts.map(({ value, label }) => ({ value, label: `${label} (${samplesOf(set, value)})` }))}
            onChange={(event) =>
              setPart(parts.find(({ value }) => value === event.currentTarget.value)?.value ?? 'all')
            }
          />
          {drafts.map((draft, at) => (
            <ConfigurationRow
              key={draft.key}
              at={at}
              draft={draft}
              models={models.map((model) => ({
                value: model.path,
                label: `${labels.get(model.path) ?? model.file}${model.bytes === null ? '' : `, ${formatBytes(model.bytes)}`}`,
                disabled: model.fault !== null,
              }))}
              wordings={wordings}
              saved={offered}
              fault={repeated.includes(at) ? 'The same configuration stands above.' : null}
              onChange={(changed) => change(at, changed)}
              onRemove={count === 1 ? null : () => setLines(drafts.filter((line) => line !== draft))}
            />
          ))}
          {places.map((place, at) => (
            <PlaceRow
              key={place.key}
              at={at}
              draft={place}
              onChange={(changed) => changePlace(at, changed)}
              onRemove={() => setPlaces(places.filter((one) => one !== place))}
            />
          ))}
          <Group gap="xs">
            {usable.length > 0 && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={add}
              >
                Another configuration
              </Button>
            )}
            <Button size="compact-sm" variant="default" onClick={() => void addPlace()}>
              Score elsewhere
            </Button>
            {usable.some(({ path }) => drafts.every((line) => line.model_path !== path)) && (
              <Button size="compact-sm" variant="default" onClick={addEveryFile}>
                Every model file
              </Button>
            )}
            {variantsState(models) === 'missing' && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={makingVariants}
                onClick={() => actions.run('model.make-variants')}
              >
                {makingVariants ? 'Making variants of the starter' : 'Make variants of the starter'}
              </Button>
            )}
          </Group>
          {leaves && (
            <LeaveNote
              disclosures={leaving.disclosures}
              fault={leaving.fault}
              agreed={leaving.agreed}
              onAgree={leaving.agree}
            />
          )}
          {fault !== null && (
            <FaultCard fault={fault}>
              <FaultButton onClick={() => void start()}>Try again</FaultButton>
            </FaultCard>
          )}
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            loading={starting}
            disabled={refusal !== null}
            onClick={() => void start()}
          >
            {count === 1 ? 'Start the run' : `Start ${count} runs`}
          </Button>
          <Text size="xs" c="dimmed" className={classes.note}>
            {refusal ?? sayWhatStarts(samples, count)}
          </Text>
        </>
      )}
    </section>
  );
}

const parts: { value: Run['part']; label: string }[] = [
  { value: 'labelled', label: 'Labelled' },
  { value: 'all', label: 'All, also without labels' },
  { value: 'tune', label: 'Tuning part' },
  { value: 'test', label: 'Test part' },
];

function samplesOf(set: SampleSetSummary, part: Run['part']): number {
  return { all: set.samples, labelled: set.labelled, tune: set.tune, test: set.test }[part];
}

function newLine(key: number, model_path: string): DraftConfiguration {
  return { key, model_path, readout: null, prompt_version: null, order: 'as-given', wording: '', configuration: '' };
}

function whyNot(samples: number, lines: number, repeated: number): string | null {
  if (samples === 0) return 'No sample is in this part. Choose another, or label some samples first.';
  if (lines === 0) return 'Choose a model file.';
  return repeated > 0 ? 'Two configurations are the same. Change or remove one.' : null;
}

function sayWhatStarts(samples: number, lines: number): string {
  const each = lines === 1 ? '' : ` with each of ${lines} configurations, one after the other`;
  return `Scores ${countOf(samples, 'sample')}${each}. It goes on when you leave this screen, and can be paused.`;
}
