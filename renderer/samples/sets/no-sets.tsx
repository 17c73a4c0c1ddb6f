import { Button, Group, Text, Title } from '@mantine/core';
import { useActionStore } from '../../app/actions/use-actions.tsx';
import classes from './no-sets.module.css';

interface Props {
  /** The first example; null while it is not known. */
  example: { samples: number; take: () => void } | null;
}

/** Shown before there is any sample: what to do first. */
export function NoSets({ example }: Props) {
  const actions = useActionStore();
  return (
    <div className={classes.empty}>
      <Title order={1}>No samples yet</Title>
      <Text c="dimmed" maw="36rem" ta="center">
        Samples are cases whose right answer you know: a ticket and its queue, a text and its verdict. With some
        labelled samples you can see how often a model is right, compare model files, and learn which answers can be
        trusted.
      </Text>
      <Group gap="sm" justify="center">
        {example !== null && <Button onClick={example.take}>Try {example.samples} labelled samples</Button>}
        <Button variant="default" onClick={() => actions.run('samples.import')}>
          Import a file or a table
        </Button>
        <Button variant="default" onClick={() => actions.run('samples.new')}>
          Write samples by hand
        </Button>
        <Button variant="subtle" onClick={() => actions.run('samples.example')}>
          Other examples
        </Button>
      </Group>
    </div>
  );
}
