import '@mantine/dropzone/styles.css';
import { Button, Group, Text, Textarea } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileImport } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { FaultData } from '../../../adapter/fault.ts';
import { FaultCard } from '../../app/fault/fault-card.tsx';
import classes from './source-step.module.css';

interface Props {
  fault: FaultData | null;
  onFile: (file: File) => void;
}

/** A pasted table is a file that was never written. */
const PASTED_NAME = 'pasted table';

/** Where samples come from: a file that is chosen or dropped, or a table that is pasted. */
export function SourceStep({ fault, onFile }: Props) {
  const open = useRef<() => void>(null);
  const [text, setText] = useState('');
  return (
    <div className={classes.step}>
      {fault !== null && <FaultCard fault={fault} />}
      <Dropzone
        openRef={open}
        multiple={false}
        onDrop={([file]) => file !== undefined && onFile(file)}
        className={classes.drop}
        inputProps={{ 'aria-label': 'File with samples' }}
        aria-label="Choose a file with samples, or drop one here"
      >
        <IconFileImport size={32} aria-hidden className={classes.icon} />
        <Text fw={600}>Drop a file here, or press to choose one</Text>
        <Text size="sm" c="dimmed">
          CSV and TSV, JSON, JSONL, YAML, Parquet, Excel, OpenDocument; promptfoo, JEVL, JevBench, Label Studio,
          Argilla, OpenAI evals, multiple-choice tests. The file is only read: nothing in it is run, and nothing is
          stored before you say so.
        </Text>
      </Dropzone>
      <Textarea
        label="Or paste a table"
        description="Cells copied from a spreadsheet, a Markdown table, CSV, JSON or JSON lines"
        rows={6}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onPaste={(event) => {
          const [file] = event.clipboardData.files;
          if (file === undefined) return;
          event.preventDefault();
          onFile(file);
        }}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <Group justify="flex-end">
        <Button
          disabled={text.trim() === ''}
          onClick={() => onFile(new File([text], PASTED_NAME, { type: 'text/plain' }))}
        >
          Read the pasted table
        </Button>
      </Group>
    </div>
  );
}
