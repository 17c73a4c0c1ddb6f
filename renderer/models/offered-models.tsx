import { Button, Group, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useJobs, useWorkbench } from '../app/connection/use-workbench.tsx';
import { formatBytes } from '../app/format-bytes.ts';
import { isOpen } from '../app/jobs-button.tsx';
import { notifyError } from '../app/notify.tsx';
import classes from './models-screen.module.css';
import { useOffered } from './use-hub.ts';

/** Models for real work, pinned, one click each, with what was published of them. */
export function OfferedModels() {
  const { client } = useWorkbench();
  const jobs = useJobs();
  const missing = useOffered().filter(({ path }) => path === null);
  if (missing.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="offered-title">
      <Title order={2} id="offered-title" size="0.875rem">
        For real work
      </Title>
      {missing.map(({ id, title, about, bytes, wanted, figure }) => {
        const file = wanted.files[0]?.file.split('/').at(-1) ?? '';
        const fetching = jobs.some((job) => job.kind === 'download' && isOpen(job) && job.title.endsWith(file));
        return (
          <div key={id} className={classes.line}>
            <div className={classes.lineWords}>
              <Text size="sm">
                <strong>{title}</strong>: {about} {(figure.accuracy * 100).toFixed(1)} % right on {figure.source}.
              </Text>
              <Text size="xs" c="dimmed">
                {wanted.repository}, {file}, {formatBytes(bytes)}
              </Text>
            </div>
            <Group gap="xs" wrap="nowrap">
              <Button
                size="compact-sm"
                leftSection={<IconDownload size={14} aria-hidden />}
                loading={fetching}
                aria-label={`Download ${title}`}
                onClick={() => void client.hub.pullOffered({ id }).catch(notifyError)}
              >
                Download
              </Button>
            </Group>
          </div>
        );
      })}
    </section>
  );
}
