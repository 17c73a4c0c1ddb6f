import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { FaultData } from '../../adapter/fault.ts';
import { faultOf } from '../app/connection/fault-of.ts';
import { useWorkbench } from '../app/connection/use-workbench.tsx';
import { notifyDone } from '../app/notify.tsx';

/** Adds a GGUF file or a folder by its path, where no file dialog can give one. */
export function AddModelDialog({ onClose }: { onClose: () => void }) {
  const { client } = useWorkbench();
  const [path, setPath] = useState('');
  const [fault, setFault] = useState<FaultData | null>(null);
  const [adding, setAdding] = useState(false);

  const add = async (): Promise<void> => {
    setAdding(true);
    setFault(null);
    try {
      const added = await client.models.add({ path: path.trim() });
      notifyDone(`${added.length === 1 ? 'One model is' : `${added.length} models are`} in the list now.`);
      onClose();
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setAdding(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void add();
  };

  return (
    <Modal opened onClose={onClose} title="Add a model file or folder">
      <form onSubmit={submit}>
        <TextInput
          label="Path on this machine"
          description="A GGUF file, or a folder whose GGUF files are found. It is used where it lies."
          placeholder="/home/me/models/model.gguf"
          value={path}
          onChange={(event) => setPath(event.currentTarget.value)}
          error={fault === null ? undefined : `${fault.message} ${fault.next}`}
          data-autofocus
        />
        <Group justify="flex-end" mt="md" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={adding} disabled={path.trim() === ''}>
            Add
          </Button>
        </Group>
      </form>
      <Text size="xs" c="dimmed" mt="sm">
        Nothing is uploaded or copied: the workbench reads the file itself.
      </Text>
    </Modal>
  );
}
