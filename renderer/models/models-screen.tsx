import { Button, Group, Loader, Text, TextInput, Title } from '@mantine/core';
import { IconDownload, IconPlus, IconRefresh, IconSearch, IconStack2 } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useActionStore } from '../app/actions/use-actions.tsx';
import { useEngine, useJobs, useModels, useWorkbench } from '../app/connection/use-workbench.tsx';
import { isOpen, JobRow } from '../app/jobs-button.tsx';
import { notifyError } from '../app/notify.tsx';
import { SharingCard } from '../sharing/sharing-card.tsx';
import { EngineReport } from './engine-report.tsx';
import { EngineSettingsForm } from './engine-settings-form.tsx';
import { filterModels } from './filter-models.ts';
import { ModelDetails } from './model-details.tsx';
import { ModelList } from './model-list.tsx';
import classes from './models-screen.module.css';
import { OfferedModels } from './offered-models.tsx';
import { UnfinishedDownloads } from './unfinished-downloads.tsx';
import { variantsState } from './variants-state.ts';

/** So many are seen at a glance; more need a filter. */
const FILTER_FROM = 6;

/** The model files of this machine, the one that is loaded, how the engine runs it, and where more come from. */
export function ModelsScreen() {
  const { client } = useWorkbench();
  const models = useModels();
  const engine = useEngine();
  const actions = useActionStore();
  const jobs = useJobs().filter(isOpen);
  const page = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState('');
  const [details, setDetails] = useState<string | null>(null);
  const [looking, setLooking] = useState(false);
  const wanted = useDeferredValue(words);
  const shown = useMemo(() => filterModels(models ?? [], wanted), [models, wanted]);
  const hasStarter = models?.some((model) => model.origin === 'starter' && model.fault === null) ?? false;
  const refresh = (): void => {
    setLooking(true);
    client.models
      .refresh()
      .catch(notifyError)
      .finally(() => setLooking(false));
  };
  return (
    <div className={classes.page} ref={page}>
      <div className={classes.column}>
        <div className={classes.head}>
          <Title order={1}>Models</Title>
          <Group gap="xs">
            {!hasStarter && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
                onClick={() => actions.run('model.fetch-starter')}
              >
                Get the starter model
              </Button>
            )}
            {models !== undefined && variantsState(models) === 'missing' && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconStack2 size={16} aria-hidden />}
                disabled={jobs.some(({ kind }) => kind === 'make-variants')}
                onClick={() => actions.run('model.make-variants')}
              >
                Make quantised variants of the starter
              </Button>
            )}
            <Button
              size="xs"
              variant="default"
              leftSection={<IconSearch size={16} aria-hidden />}
              onClick={() => actions.run('model.hub')}
            >
              Find on the hub
            </Button>
            <Button size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => actions.run('model.add')}>
              Add a file or folder
            </Button>
          </Group>
        </div>
        {jobs.map((job) => (
          <div key={job.id} className={classes.card}>
            <JobRow job={job} />
          </div>
        ))}
        <UnfinishedDownloads />
        <OfferedModels />
        {models === undefined && <Loader size="sm" aria-label="Reading the model files" />}
        {models?.length === 0 && (
          <div className={classes.card}>
            <Title order={2}>No model yet</Title>
            <Text size="sm" c="dimmed">
              Get the starter model (98 MB, Apache 2.0) to see how everything works, find one on the hub, or add a GGUF
              file or a folder of them. Files are used where they lie: never copied, never moved, never deleted.
            </Text>
          </div>
        )}
        {models !== undefined && models.length > 0 && (
          <div className={classes.filter}>
            <Text size="sm" c="dimmed" role="status" className={classes.lineWords}>
              {shown.length === models.length
                ? `${models.length} ${models.length === 1 ? 'model' : 'models'} on this machine`
                : `${shown.length} of ${models.length} models`}
            </Text>
            {models.length >= FILTER_FROM && (
              <TextInput
                size="xs"
                aria-label="Filter the models"
                placeholder="Name, kind, owner"
                value={words}
                onChange={(event) => setWords(event.currentTarget.value)}
              />
            )}
            <Button
              size="xs"
              variant="subtle"
              loading={looking}
              leftSection={<IconRefresh size={15} aria-hidden />}
              onClick={refresh}
            >
              Look again
            </Button>
          </div>
        )}
        {shown.length > 0 && <ModelList models={shown} engine={engine} page={page} onDetails={setDetails} />}
      </div>
      <div className={classes.side}>
        <EngineReport engine={engine} />
        <SharingCard />
        <EngineSettingsForm />
      </div>
      <ModelDetails path={details} onClose={() => setDetails(null)} />
    </div>
  );
}
