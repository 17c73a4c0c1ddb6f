import { Button, Group, Modal, Text } from '@mantine/core';

/** Asks before a decision and its history are deleted: that cannot be undone. */
export function RemoveDialog({ name, onClose, onRemove }: { name: string; onClose: () => void; onRemove: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Delete this decision?" role="alertdialog">
      <Text size="sm">
        “{name === '' ? 'Untitled decision' : name}” and its history will be taken out of the workspace. Nothing here
        brings it back; export it first if you may want it again.
      </Text>
      <Group justify="flex-end" mt="md" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep it
        </Button>
        <Button
          color="red"
          onClick={() => {
            onRemove();
            onClose();
          }}
        >
          Delete
        </Button>
      </Group>
    </Modal>
  );
}
