import { Button, Group, Text, Title } from '@mantine/core';
import { useActionStore } from '../../app/actions/use-actions.tsx';
import { useEngine, useJobs, useModels } from '../../app/connection/use-workbench.tsx';
import { FaultButton, FaultCard } from '../../app/fault/fault-card.tsx';
import { isOpen, JobRow } from '../../app/jobs-button.tsx';
import classes from './no-model.module.css';

/** What to do while no model is ready: get one, choose one, wait for one, or see why one failed. */
export function NoModel() {
  const engine = useEngine();
  const models = useModels();
  const actions = useActionStore();
  const jobs = useJobs().filter((job) => isOpen(job) && job.kind !== 'check-model' && job.kind !== 'hash-models');
  if (jobs.length > 0) {
    return (
      <div className={classes.card}>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </div>
    );
  }
  if (engine?.status === 'failed') {
    return (
      <div className={classes.fault}>
        <FaultCard fault={engine.fault}>
          <FaultButton onClick={() => actions.run('model.choose')}>Choose a model</FaultButton>
          <FaultButton onClick={() => actions.run('model.settings')}>Engine settings</FaultButton>
        </FaultCard>
      </div>
    );
  }
  const usable = models?.filter((model) => model.fault === null) ?? [];
  if (usable.length > 0) {
    return (
      <div className={classes.card}>
        <Title order={2}>No model is loaded</Title>
        <Text size="sm" c="dimmed">
          {usable.length === 1 ? 'There is one model' : `There are ${usable.length} models`} to choose from. The bars
          appear as soon as one is loaded.
        </Text>
        <Group gap="sm">
          <Button onClick={() => actions.run('model.choose')}>Choose a model</Button>
        </Group>
      </div>
    );
  }
  return (
    <div className={classes.card}>
      <Title order={2}>No model yet</Title>
      <Text size="sm" c="dimmed">
        The workbench needs a language model as a GGUF file. The starter model is small (98 MB, Apache 2.0) and good
        enough to see how everything works; any GGUF file of yours is used where it lies.
      </Text>
      <Group gap="sm">
        <Button onClick={() => actions.run('model.fetch-starter')}>Get the starter model</Button>
        <Button variant="default" onClick={() => actions.run('model.add')}>
          Add a GGUF file
        </Button>
      </Group>
    </div>
  );
}
