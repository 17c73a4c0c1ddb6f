import { Button, Group, Modal, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { UnfinishedDownload } from '../../workbench/contract/hub.ts';
import { useWorkbench } from '../app/connection/use-workbench.tsx';
import { formatBytes } from '../app/format-bytes.ts';
import { notifyError } from '../app/notify.tsx';
import classes from './models-screen.module.css';
import { useUnfinished } from './use-hub.ts';

/** Downloads that were begun and that nothing fetches now: go on, or delete what came. */
export function UnfinishedDownloads() {
  const { client } = useWorkbench();
  const { downloads, reread } = useUnfinished();
  const [discarding, setDiscarding] = useState<UnfinishedDownload | null>(null);
  const idle = downloads.filter(({ job }) => job === null);
  if (idle.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="unfinished-title">
      <Title order={2} id="unfinished-title" size="0.875rem">
        Downloads that are not complete
      </Title>
      {idle.map((download) => {
        const name = nameOf(download);
        return (
          <div key={download.id} className={classes.line}>
            <Text size="sm" className={classes.lineWords}>
              {name}: {formatBytes(download.done)} of {formatBytes(download.bytes)}
            </Text>
            <Group gap="xs" wrap="nowrap">
              <Button
                size="compact-sm"
                aria-label={`Go on with ${name}`}
                onClick={() => void client.hub.resume({ id: download.id }).catch(notifyError)}
              >
                Go on
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Delete what came of ${name}`}
                onClick={() => setDiscarding(download)}
              >
                Delete
              </Button>
            </Group>
          </div>
        );
      })}
      {discarding !== null && (
        <Modal opened onClose={() => setDiscarding(null)} title="Delete what came?" role="alertdialog">
          <Text size="sm">
            {formatBytes(discarding.done)} of {nameOf(discarding)} are here already, and would have to be fetched again.
          </Text>
          <Group justify="flex-end" mt="md" gap="sm">
            <Button variant="default" onClick={() => setDiscarding(null)} data-autofocus>
              Keep it
            </Button>
            <Button
              color="red"
              onClick={() => {
                void client.hub.discard({ id: discarding.id }).then(reread).catch(notifyError);
                setDiscarding(null);
              }}
            >
              Delete
            </Button>
          </Group>
        </Modal>
      )}
    </section>
  );
}

function nameOf({ wanted }: UnfinishedDownload): string {
  return wanted.files[0]?.file.split('/').at(-1) ?? wanted.repository;
}
