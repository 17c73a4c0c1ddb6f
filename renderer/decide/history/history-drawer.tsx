import { Button, Drawer, Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DecisionVersion } from '../../../workbench/contract/decision-document.ts';
import { faultOf } from '../../app/connection/fault-of.ts';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';
import { FaultCard } from '../../app/fault/fault-card.tsx';
import { notifyDone, notifyError } from '../../app/notify.tsx';
import { sayWhen } from '../document/say-when.ts';
import { useSession } from '../use-session.tsx';
import { DifferenceList } from './difference-list.tsx';
import classes from './history-drawer.module.css';

/** Earlier versions: what differs, restore, and compare what the model makes of both. */
export function HistoryDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="lg" title="History of this decision">
      {opened && <Versions onClose={onClose} />}
    </Drawer>
  );
}

function Versions({ onClose }: { onClose: () => void }) {
  const { client } = useWorkbench();
  const { document, state, change, compare, autosave } = useSession();
  const [ready, setReady] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  // What was typed last is part of the history's newest difference only once it is saved.
  useEffect(() => void autosave.flush().then(() => setReady(true)), [autosave]);
  const history = useQuery({
    queryKey: ['history', document.id],
    queryFn: () => client.decisions.history({ id: document.id }),
    enabled: ready,
    staleTime: 0,
  });
  if (history.isPending) return <Loader size="sm" />;
  if (history.isError) return <FaultCard fault={faultOf(history.error)} />;
  if (history.data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No earlier version yet. A version is kept whenever you come back to edit after a while, and whenever you keep
        one yourself.
      </Text>
    );
  }
  const { present } = state;
  const restore = async (version: DecisionVersion): Promise<void> => {
    // What is on screen goes into the history first: undo ends with this window, the history does not.
    await autosave.flush();
    const label = `Before ${labelOf(version)} was restored`;
    await client.decisions.keepVersion({ id: document.id, label });
    change({ type: 'replace', name: version.name, draft: version.draft });
    notifyDone('Restored. Undo brings the other state back; it is in the history too.');
    onClose();
  };
  return (
    <ol className={classes.list}>
      {history.data.map((version, at) => {
        const key = `${version.revision} ${version.at} ${at}`;
        const open = chosen === key;
        return (
          <li key={key} className={classes.version} data-open={open || undefined}>
            <button
              type="button"
              className={classes.title}
              aria-expanded={open}
              onClick={() => setChosen(open ? null : key)}
            >
              <span className={classes.label}>{version.label ?? `Revision ${version.revision}`}</span>
              <span className={classes.when}>{sayWhen(version.at)}</span>
            </button>
            {open && (
              <div className={classes.body}>
                <Text size="xs" c="dimmed" mb={6}>
                  From then to now
                </Text>
                <DifferenceList before={version} after={present} />
                <Group gap="xs" mt="sm">
                  <Button
                    size="compact-sm"
                    onClick={() => {
                      compare({ label: labelOf(version), draft: version.draft });
                      onClose();
                    }}
                  >
                    Compare with this version
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => {
                      void restore(version).catch(notifyError);
                    }}
                  >
                    Restore
                  </Button>
                </Group>
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function labelOf(version: DecisionVersion): string {
  return version.label ?? `revision ${version.revision}, ${sayWhen(version.at)}`;
}
