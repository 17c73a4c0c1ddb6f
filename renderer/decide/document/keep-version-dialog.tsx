import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';
import { notifyDone, notifyError, notifyFault } from '../../app/notify.tsx';
import { useSession } from '../use-session.tsx';

/** Puts the present state into the history, under a name when there is one. */
export function KeepVersionDialog({ onClose }: { onClose: () => void }) {
  const { client } = useWorkbench();
  const { autosave, document } = useSession();
  const cache = useQueryClient();
  const [label, setLabel] = useState('');

  const keep = async (): Promise<void> => {
    await autosave.flush();
    const state = autosave.state();
    if (state.status === 'failed') return notifyFault(state.fault);
    await client.decisions.keepVersion({ id: document.id, label: label.trim() === '' ? null : label.trim() });
    await cache.invalidateQueries({ queryKey: ['history', document.id] });
    notifyDone('Kept in the history.');
    onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void keep().catch(notifyError);
  };

  return (
    <Modal opened onClose={onClose} title="Keep this version">
      <form onSubmit={submit}>
        <TextInput
          label="Name of this version"
          description="So that you find it in the history; may stay empty."
          placeholder="Before shorter descriptions"
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end" mt="md" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Keep</Button>
        </Group>
      </form>
    </Modal>
  );
}
