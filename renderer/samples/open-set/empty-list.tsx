import { Button, Group, Text, Title } from '@mantine/core';
import { useActionStore } from '../../app/actions/use-actions.tsx';
import classes from '../sets/no-sets.module.css';

/** A list without samples: nothing fits the filters, or nothing is there yet. */
export function EmptyList({ filtered, onShowAll }: { filtered: boolean; onShowAll: () => void }) {
  const actions = useActionStore();
  if (filtered) {
    return (
      <div className={classes.empty}>
        <Title order={2}>No sample fits this search and these filters</Title>
        <Button variant="default" onClick={onShowAll}>
          Show all samples
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.empty}>
      <Title order={2}>This set is empty</Title>
      <Text c="dimmed" ta="center" maw="34rem">
        Write the first case by hand, or import a file for the same decision.
      </Text>
      <Group gap="sm">
        <Button onClick={() => actions.run('samples.add')}>Add a sample</Button>
        <Button variant="default" onClick={() => actions.run('samples.import')}>
          Import
        </Button>
      </Group>
    </div>
  );
}
