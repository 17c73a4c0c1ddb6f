import { Button, Group, Loader, Text, Title } from '@mantine/core';
import { IconDownload, IconPlus, IconStack2 } from '@tabler/icons-react';
import { useActionStore } from '../app/actions/use-actions.tsx';
import { useEngine, useJobs, useModels } from '../app/connection/use-workbench.tsx';
import { isOpen, JobRow } from '../app/jobs-button.tsx';
import { SharingCard } from '../sharing/sharing-card.tsx';
import { EngineReport } from './engine-report.tsx';
import { EngineSettingsForm } from './engine-settings-form.tsx';
import { ModelRow } from './model-row.tsx';
import classes from './models-screen.module.css';
import { variantsState } from './variants-state.ts';

/** The model files there are, the one that is loaded, and how the engine runs it. */
export function ModelsScreen() {
  const models = useModels();
  const engine = useEngine();
  const actions = useActionStore();
  const jobs = useJobs().filter(isOpen);
  const hasStarter = models?.some((model) => model.origin === 'starter' && model.fault === null) ?? false;
  return (
    <div className={classes.page}>
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
        {models === undefined && <Loader size="sm" aria-label="Reading the model files" />}
        {models?.length === 0 && (
          <div className={classes.card}>
            <Title order={2}>No model yet</Title>
            <Text size="sm" c="dimmed">
              Get the starter model (98 MB, Apache 2.0) to see how everything works, or add a GGUF file or a folder of
              them. Files are used where they lie: never copied, never moved, never deleted.
            </Text>
          </div>
        )}
        <ul className={classes.list} aria-label="Model files">
          {models?.map((model) => (
            <ModelRow key={model.path} model={model} engine={engine} />
          ))}
        </ul>
      </div>
      <div className={classes.side}>
        <EngineReport engine={engine} />
        <SharingCard />
        <EngineSettingsForm />
      </div>
    </div>
  );
}
