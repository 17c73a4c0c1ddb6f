import { Button, Group, Modal, Text } from '@mantine/core';
import type { RunSummary } from '../../workbench/contract/runs.ts';
import { useWorkbench } from '../app/connection/use-workbench.tsx';
import { notifyError } from '../app/notify.tsx';
import { countOf } from '../charts/format-number.ts';

/** Asks before a run and its rows are deleted: scoring them again takes as long as before. */
export function RemoveRunDialog({ summary, onClose }: { summary: RunSummary; onClose: () => void }) {
  const { client } = useWorkbench();
  const { run, scored } = summary;
  return (
    <Modal opened onClose={onClose} title="Delete this run?" role="alertdialog">
      <Text size="sm">
        “{run.configuration.name}” and its {countOf(scored, 'scored row')} will be deleted from the workspace. To have
        them back, the samples must be scored again.
      </Text>
      <Group justify="flex-end" mt="md" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep it
        </Button>
        <Button
          color="red"
          onClick={() => {
            void client.runs.remove({ id: run.id }).catch(notifyError);
            onClose();
          }}
        >
          Delete
        </Button>
      </Group>
    </Modal>
  );
}
