import { Kbd, Modal, Text } from '@mantine/core';
import { type ActionDescription, type ActionGroup, actions } from '../../workbench/actions.ts';
import { shortcutKeys } from './actions/format-shortcut.ts';
import { onMac } from './actions/use-actions.tsx';
import { useInfo } from './connection/use-workbench.tsx';
import classes from './help-sheet.module.css';

const groups: ActionGroup[] = [
  'Decision',
  'Samples',
  'Evaluation',
  'Edit',
  'File',
  'Model',
  'Deployment',
  'View',
  'Help',
];

/** Keys that belong to one place and are no actions. */
const places: { keys: string[]; what: string }[] = [
  { keys: ['Alt', '↑ / ↓'], what: 'Move an option, while in one of its fields' },
  { keys: ['Space'], what: 'On an option’s handle: pick it up, then ↑ ↓ to move, Space to drop, Esc to put it back' },
  { keys: ['Enter'], what: 'In an option’s id: add an option below' },
  { keys: ['Esc'], what: 'Close a panel or dialog' },
];

/** All actions with their shortcuts, made from the same list as menus and palette. */
export function HelpSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const info = useInfo();
  const described: readonly ActionDescription[] = actions;
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts and help" size="xl">
      <div className={classes.groups}>
        {groups.map((group) => (
          <section key={group} className={classes.group}>
            <h2 className={classes.title}>{group}</h2>
            <dl className={classes.list}>
              {described
                .filter((action) => action.group === group)
                .map((action) => (
                  <div key={action.id} className={classes.row}>
                    <dt>{action.label}</dt>
                    <dd>
                      {action.shortcut === undefined ? null : <Keys keys={shortcutKeys(action.shortcut, onMac)} />}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
        <section className={classes.group}>
          <h2 className={classes.title}>In the list of options</h2>
          <dl className={classes.list}>
            {places.map(({ keys, what }) => (
              <div key={what} className={classes.row}>
                <dt>{what}</dt>
                <dd>
                  <Keys keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      {info !== undefined && (
        <Text size="sm" c="dimmed" mt="md">
          Decision Workbench {info.version}. Your decisions are plain files in <code>{info.workspace}</code>.
        </Text>
      )}
    </Modal>
  );
}

function Keys({ keys }: { keys: string[] }) {
  return (
    <span className={classes.keys}>
      {keys.map((key) => (
        <Kbd key={key} size="xs">
          {key}
        </Kbd>
      ))}
    </span>
  );
}
