import { Button, Group, Text, Title } from '@mantine/core';
import { useActionStore } from '../../app/actions/use-actions.tsx';
import classes from './no-decision.module.css';

/** Shown when every decision was deleted: what to do first. */
export function NoDecision() {
  const actions = useActionStore();
  return (
    <div className={classes.empty}>
      <Title order={1}>No decision yet</Title>
      <Text c="dimmed" maw="34rem" ta="center">
        A decision is a question with a closed list of options, put to a model together with some evidence. Start with
        one of the examples to see what comes out.
      </Text>
      <Group gap="sm">
        <Button onClick={() => actions.run('decision.example')}>Start from an example</Button>
        <Button variant="default" onClick={() => actions.run('decision.new')}>
          New decision
        </Button>
        <Button variant="default" onClick={() => actions.run('decision.import')}>
          Import a file
        </Button>
      </Group>
    </div>
  );
}
