import { Button, Menu, Text } from '@mantine/core';
import { IconChevronDown, IconFilePlus, IconSparkles, IconUpload } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useActionHandlers, useActionStore } from '../../app/actions/use-actions.tsx';
import { useDecisions } from '../../app/connection/use-workbench.tsx';
import classes from './decision-menu.module.css';
import { sayWhen } from './say-when.ts';

/** All decisions of the workspace, most recently changed first, and the ways to get another one. */
export function DecisionMenu({ current, onOpen }: { current: string; onOpen: (id: string) => void }) {
  const decisions = useDecisions() ?? [];
  const actions = useActionStore();
  const [opened, setOpened] = useState(false);
  const show = useCallback(() => setOpened(true), []);
  useActionHandlers(useMemo(() => ({ 'decision.open': { run: show } }), [show]));
  return (
    <Menu position="bottom-start" shadow="md" width={360} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          rightSection={<IconChevronDown size={15} aria-hidden />}
        >
          Decisions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFilePlus size={16} aria-hidden />} onClick={() => actions.run('decision.new')}>
          New decision
        </Menu.Item>
        <Menu.Item leftSection={<IconSparkles size={16} aria-hidden />} onClick={() => actions.run('decision.example')}>
          Start from an example…
        </Menu.Item>
        <Menu.Item leftSection={<IconUpload size={16} aria-hidden />} onClick={() => actions.run('decision.import')}>
          Import a decision file…
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Recent</Menu.Label>
        <div className={classes.scroll}>
          {decisions.map((decision) => (
            <Menu.Item
              key={decision.id}
              aria-current={decision.id === current ? 'true' : undefined}
              onClick={() => onOpen(decision.id)}
              rightSection={
                <Text size="xs" c="dimmed">
                  {sayWhen(decision.changed_at)}
                </Text>
              }
            >
              <Text size="sm" fw={decision.id === current ? 650 : 450} truncate>
                {decision.name === '' ? 'Untitled decision' : decision.name}
              </Text>
              <Text size="xs" c="dimmed">
                {count(decision.questions, 'question')}, {count(decision.options, 'option')}
              </Text>
            </Menu.Item>
          ))}
        </div>
      </Menu.Dropdown>
    </Menu>
  );
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
