import { Button, Group, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useWorkbench } from '../app/connection/use-workbench.tsx';
import { formatBytes } from '../app/format-bytes.ts';
import { notifyError } from '../app/notify.tsx';
import classes from './models-screen.module.css';
import { isFetched, useOffered, useUnfinished } from './use-hub.ts';

/** Models for real work, pinned, one click each, with what was published of them. */
export function OfferedModels() {
  const { client } = useWorkbench();
  const { downloads } = useUnfinished();
  const missing = useOffered().filter(({ path }) => path === null);
  if (missing.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="offered-title">
      <Title order={2} id="offered-title" size="0.875rem">
        For real work
      </Title>
      {missing.map(({ id, title, about, bytes, wanted, figure }) => {
        const { repository, revision, files } = wanted;
        const path = files[0]?.file ?? '';
        const file = path.split('/').at(-1) ?? '';
        const fetching = isFetched(downloads, repository, revision, path);
        return (
          <div key={id} className={classes.line}>
            <div className={classes.lineWords}>
              <Text size="sm">
                <strong>{title}</strong>: {about} {(figure.accuracy * 100).toFixed(1)} % right on {figure.source}.
              </Text>
              <Text size="xs" c="dimmed">
                {repository}, {file}, {formatBytes(bytes)}
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
