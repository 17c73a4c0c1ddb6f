import { Button, Group, Loader, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useActionStore } from '../app/actions/use-actions.tsx';
import { faultOf } from '../app/connection/fault-of.ts';
import { FaultCard } from '../app/fault/fault-card.tsx';
import classes from './no-samples.module.css';
import { useChosen } from './use-chosen.tsx';

/** What stands in place of a screen about samples while there are none: what to do first. */
export function NoSamples({ title, children }: { title: string; children: ReactNode }) {
  const actions = useActionStore();
  const { ready, error } = useChosen();
  if (error !== null) {
    return (
      <div className={classes.middle}>
        <FaultCard fault={faultOf(error)} />
      </div>
    );
  }
  if (!ready) {
    return (
      <div className={classes.middle}>
        <Loader size="sm" aria-label="Reading the sample sets" />
      </div>
    );
  }
  return (
    <div className={classes.middle}>
      <Title order={1}>{title}</Title>
      <Text c="dimmed" maw="36rem" ta="center">
        {children}
      </Text>
      <Group gap="sm" justify="center">
        <Button onClick={() => runAt(actions, 'samples.example')}>Try labelled samples</Button>
        <Button variant="default" onClick={() => runAt(actions, 'samples.import')}>
          Import samples
        </Button>
      </Group>
    </div>
  );
}

/** The dialogs about samples belong to their screen. */
function runAt(actions: ReturnType<typeof useActionStore>, action: 'samples.example' | 'samples.import'): void {
  actions.run('view.samples');
  requestAnimationFrame(() => actions.run(action));
}
