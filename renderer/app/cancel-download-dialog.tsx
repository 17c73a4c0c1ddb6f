import { Button, Group, Modal, Text } from '@mantine/core';
import type { Job } from '../../workbench/contract/jobs.ts';
import { useWorkbench } from './connection/use-workbench.tsx';
import { notifyError } from './notify.tsx';

/** Asks what becomes of the bytes that came: a download can be gone on with later. */
export function CancelDownloadDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const { client } = useWorkbench();
  const stop = async (keep: boolean): Promise<void> => {
    const download = (await client.hub.unfinished()).find((one) => one.job === job.id);
    await client.jobs.cancel({ id: job.id });
    if (!keep && download !== undefined) await client.hub.discard({ id: download.id });
  };
  const choose = (keep: boolean): void => {
    void stop(keep).catch(notifyError);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Stop this download?" role="alertdialog">
      <Text size="sm">
        {job.title}: what came so far can be kept, to go on from there at any time, also after a restart.
      </Text>
      <Group justify="flex-end" mt="md" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          Go on
        </Button>
        <Button variant="default" onClick={() => choose(true)}>
          Stop and keep it
        </Button>
        <Button color="red" onClick={() => choose(false)}>
          Stop and delete it
        </Button>
      </Group>
    </Modal>
  );
}
