import { Button, Loader, Text } from '@mantine/core';
import { formatBytes } from '../../app/format-bytes.ts';
import classes from './reading-step.module.css';

/** A file is being read; a large one takes a while and can be left. */
export function ReadingStep({ file, rows, onCancel }: { file: File; rows: number | null; onCancel: () => void }) {
  return (
    <div className={classes.step} role="status">
      <Loader size="sm" aria-hidden />
      <Text fw={600}>
        Reading {file.name} ({formatBytes(file.size)})
      </Text>
      <Text size="sm" c="dimmed" className={classes.rows}>
        {rows === null ? 'Taking it in…' : `${rows.toLocaleString('en')} rows read`}
      </Text>
      <Button variant="default" onClick={onCancel} data-autofocus>
        Cancel
      </Button>
    </div>
  );
}
