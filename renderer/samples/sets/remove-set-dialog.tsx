import { Button, Group, Modal, Text } from '@mantine/core';
import type { SampleSetSummary } from '../../../workbench/contract/samples.ts';
import { sayCount } from '../say-count.ts';

interface Props {
  summary: SampleSetSummary;
  onClose: () => void;
  onRemove: () => void;
}

/** Asks before a set is removed. */
export function RemoveSetDialog({ summary, onClose, onRemove }: Props) {
  return (
    <Modal opened onClose={onClose} title="Remove this sample set?" role="alertdialog">
      <Text size="sm">
        “{summary.set.name}” has {sayCount(summary.samples, 'sample')}, {summary.labelled.toLocaleString('en')} of them
        labelled. Its folder goes into the workspace’s <code>trash</code>; runs over it keep their figures and lose the
        samples.
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
          Remove
        </Button>
      </Group>
    </Modal>
  );
}
