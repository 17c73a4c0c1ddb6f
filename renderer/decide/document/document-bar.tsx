import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBookmark,
  IconDots,
  IconDownload,
  IconHistory,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { ActionId } from '../../../workbench/actions.ts';
import { useActionStore } from '../../app/actions/use-actions.tsx';
import { useSession } from '../use-session.tsx';
import { DecisionMenu } from './decision-menu.tsx';
import classes from './document-bar.module.css';
import { SaveStateText } from './save-state-text.tsx';

/** The decision's name and what is done with it as a whole. */
export function DocumentBar({ onOpen }: { onOpen: (id: string) => void }) {
  const { state, change, autosave, document } = useSession();
  const actions = useActionStore();
  const tool = (action: ActionId, label: string, Icon: ComponentType<{ size: number }>, disabled = false) => (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        disabled={disabled}
        onClick={() => actions.run(action)}
      >
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <div className={classes.bar}>
      <DecisionMenu current={document.id} onOpen={onOpen} />
      <h1 className={classes.heading}>
        <input
          className={classes.name}
          aria-label="Name of the decision"
          placeholder="Untitled decision"
          value={state.present.name}
          onChange={(event) => change({ type: 'name', name: event.currentTarget.value })}
        />
      </h1>
      <SaveStateText autosave={autosave} />
      <div className={classes.tools}>
        {tool('edit.undo', 'Undo', IconArrowBackUp, state.past.length === 0)}
        {tool('edit.redo', 'Redo', IconArrowForwardUp, state.future.length === 0)}
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<IconHistory size={17} aria-hidden />}
          onClick={() => actions.run('decision.history')}
        >
          History
        </Button>
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label="More for this decision">
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconBookmark size={16} aria-hidden />}
              onClick={() => actions.run('decision.keep-version')}
            >
              Keep this version…
            </Menu.Item>
            <Menu.Item
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => actions.run('decision.export')}
            >
              Export this decision
            </Menu.Item>
            <Menu.Item
              leftSection={<IconUpload size={16} aria-hidden />}
              onClick={() => actions.run('decision.import')}
            >
              Import a decision file…
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => actions.run('decision.remove')}
            >
              Delete this decision…
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </div>
  );
}
