import { Button, Group, Text, Textarea } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
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
  const [text, setText] = useState('');
  return (
    <div className={classes.step}>
      {fault !== null && <FaultCard fault={fault} />}
      <DropField onFile={onFile} />
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

/** A file input as large as what is said about it; a file can be dropped anywhere on it. */
function DropField({ onFile }: { onFile: (file: File) => void }) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent<HTMLLabelElement>): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) onFile(file);
  };
  return (
    <label
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        type="file"
        className={classes.input}
        aria-label="File with samples"
        aria-describedby="import-formats"
        data-autofocus
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same file can be chosen again after it was corrected.
          event.currentTarget.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
      <IconFileImport size={32} aria-hidden className={classes.icon} />
      <Text component="span" fw={600}>
        Drop a file here, or press to choose one
      </Text>
      <Text component="span" size="sm" c="dimmed" id="import-formats">
        CSV and TSV, JSON, JSONL, YAML, Parquet, Excel, OpenDocument; promptfoo, JEVL, JevBench, Label Studio, Argilla,
        OpenAI evals, multiple-choice tests. The file is only read: nothing in it is run, and nothing is stored before
        you say so.
      </Text>
    </label>
  );
}
