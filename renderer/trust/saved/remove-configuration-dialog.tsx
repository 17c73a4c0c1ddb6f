import { Button, Group, Modal, Text } from '@mantine/core';
import type { SavedConfiguration } from '../../../workbench/contract/configurations.ts';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';
import { notifyError } from '../../app/notify.tsx';

/** Asks before a configuration is deleted: decisions may be scored under it. */
export function RemoveConfigurationDialog({ saved, onClose }: { saved: SavedConfiguration; onClose: () => void }) {
  const { client } = useWorkbench();
  return (
    <Modal opened onClose={onClose} title="Delete this configuration?" role="alertdialog">
      <Text size="sm">
        “{saved.name}” will be deleted from the workspace. Decisions that are scored under it will say that it is
        missing. Export it first if you may want it back.
      </Text>
      <Group justify="flex-end" mt="md" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep it
        </Button>
        <Button
          color="red"
          onClick={() => {
            void client.configurations.remove({ sha256: saved.sha256 }).catch(notifyError);
            onClose();
          }}
        >
          Delete
        </Button>
      </Group>
    </Modal>
  );
}
