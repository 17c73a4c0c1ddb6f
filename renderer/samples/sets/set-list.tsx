import { ActionIcon, Button, Group, Menu, Progress, Text, Title, UnstyledButton } from '@mantine/core';
import { IconDots, IconFileImport, IconPlus, IconSettings, IconSparkles, IconTrash } from '@tabler/icons-react';
import type { SampleSetSummary } from '../../../workbench/contract/samples.ts';
import { useActionStore } from '../../app/actions/use-actions.tsx';
import { sayWhen } from '../../decide/document/say-when.ts';
import { sayCount } from '../say-count.ts';
import { ExportMenuItems } from './export-menu-items.tsx';
import classes from './set-list.module.css';

interface Props {
  sets: readonly SampleSetSummary[];
  onOpen: (id: string) => void;
  onSettings: (summary: SampleSetSummary) => void;
  onRemove: (summary: SampleSetSummary) => void;
}

/** All sample sets with their counts, most recently changed first. */
export function SetList({ sets, onOpen, onSettings, onRemove }: Props) {
  const actions = useActionStore();
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Title order={1}>Samples</Title>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconSparkles size={16} aria-hidden />}
            onClick={() => actions.run('samples.example')}
          >
            Examples
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => actions.run('samples.new')}
          >
            New set for this decision
          </Button>
          <Button
            size="xs"
            leftSection={<IconFileImport size={16} aria-hidden />}
            onClick={() => actions.run('samples.import')}
          >
            Import
          </Button>
        </Group>
      </div>
      <ul className={classes.list} aria-label="Sample sets">
        {sets.map((summary) => (
          <li key={summary.set.id} className={classes.row}>
            <UnstyledButton className={classes.open} onClick={() => onOpen(summary.set.id)}>
              <span className={classes.name}>{summary.set.name}</span>
              <span className={classes.question}>{sayQuestion(summary)}</span>
            </UnstyledButton>
            <div className={classes.counts}>
              <Text size="sm">
                {sayCount(summary.samples, 'sample')} · {summary.labelled.toLocaleString('en')} labelled
                {summary.disputed > 0 && ` · ${summary.disputed.toLocaleString('en')} disputed`}
              </Text>
              <Progress
                size="xs"
                value={summary.samples === 0 ? 0 : (summary.labelled / summary.samples) * 100}
                aria-label={`Labelled samples of ${summary.set.name}`}
              />
              <Text size="xs" c="dimmed">
                tune {summary.tune.toLocaleString('en')}, test {summary.test.toLocaleString('en')} · changed{' '}
                {sayWhen(summary.set.changed_at)}
              </Text>
            </div>
            <Menu position="bottom-end" shadow="md">
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`More for ${summary.set.name}`}>
                  <IconDots size={18} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconSettings size={16} aria-hidden />} onClick={() => onSettings(summary)}>
                  Name and parts…
                </Menu.Item>
                <ExportMenuItems summary={summary} />
                <Menu.Divider />
                <Menu.Item
                  color="red"
                  leftSection={<IconTrash size={16} aria-hidden />}
                  onClick={() => onRemove(summary)}
                >
                  Remove…
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </li>
        ))}
      </ul>
    </div>
  );
}

function sayQuestion({ set: { binding } }: SampleSetSummary): string {
  if (binding.kind === 'mixed') return 'Mixed: each sample brings its own question';
  return `${binding.question.question} (${sayCount(binding.question.options.length, 'option')})`;
}
