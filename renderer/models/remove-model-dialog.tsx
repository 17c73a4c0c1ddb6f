import { Button, Group, Modal, Text } from '@mantine/core';
import type { ModelEntry } from '../../workbench/contract/models.ts';
import { useWorkbench } from '../app/connection/use-workbench.tsx';
import { formatBytes } from '../app/format-bytes.ts';
import { notifyDone, notifyError } from '../app/notify.tsx';

interface Props {
  model: ModelEntry;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks before a file of the app's own folder is deleted. */
export function RemoveModelDialog({ model, onClose, onRemoved }: Props) {
  const { client } = useWorkbench();
  const remove = async (): Promise<void> => {
    // Nothing more is asked about a file that is going.
    onRemoved();
    await client.models.remove({ path: model.path });
    notifyDone(`${model.file} was deleted.`);
  };
  return (
    <Modal opened onClose={onClose} title="Delete this model file?" role="alertdialog">
      <Text size="sm">
        {model.file}
        {model.bytes === null ? '' : ` (${formatBytes(model.bytes)})`} is deleted from the app’s own folder. Runs that
        were made with it stay, and can be compared; to score with it again it must be fetched again.
      </Text>
      <Group justify="flex-end" mt="md" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep it
        </Button>
        <Button color="red" onClick={() => void remove().catch(notifyError)}>
          Delete
        </Button>
      </Group>
    </Modal>
  );
}
