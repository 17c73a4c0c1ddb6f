import { Button, Modal, Stack, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import type { DecisionDocument } from '../../../workbench/contract/decision-document.ts';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';
import { notifyError } from '../../app/notify.tsx';
import { useSession } from '../use-session.tsx';
import { sayWhen } from './say-when.ts';

/** Somebody else saved this decision in between: a choice in which nothing is lost. */
export function ConflictDialog({ openCopy }: { openCopy: (get: () => Promise<DecisionDocument>) => void }) {
  const { client } = useWorkbench();
  const { autosave, state, change } = useSession();
  const save = useSyncExternalStore(autosave.subscribe, autosave.state);
  if (save.status !== 'conflict') return null;
  const { stored } = save;

  const takeStored = (): void => {
    autosave.takeStored();
    change({ type: 'replace', name: stored.name, draft: stored.draft });
  };
  const keepBoth = (): void => {
    const mine = state.present;
    takeStored();
    openCopy(() => client.decisions.create({ name: `${mine.name} (my copy)`, draft: mine.draft }));
  };

  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="This decision was changed elsewhere"
      role="alertdialog"
    >
      <Text size="sm">
        Another window or program saved it ({sayWhen(stored.changed_at)}) while you were editing. Nothing is lost either
        way.
      </Text>
      <Stack gap="xs" mt="md">
        <Button data-autofocus onClick={() => void autosave.keepMine().catch(notifyError)}>
          Save mine; the other goes into the history
        </Button>
        <Button variant="default" onClick={takeStored}>
          Show the other; undo brings mine back
        </Button>
        <Button variant="default" onClick={keepBoth}>
          Keep both, mine as a copy
        </Button>
      </Stack>
    </Modal>
  );
}
