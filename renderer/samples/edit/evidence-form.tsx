import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import type { SampleEvidence } from '../../../workbench/samples/sample.ts';
import classes from './evidence-form.module.css';
import { readEvidence } from './read-evidence.ts';

interface Props {
  evidence: SampleEvidence;
  onSave: (evidence: SampleEvidence) => void;
  onCancel: () => void;
}

/** Evidence as text or JSON, saved as a whole or not at all. */
export function EvidenceForm({ evidence, onSave, onCancel }: Props) {
  const [draft, setDraft] = useState(evidence);
  const read = readEvidence(draft);
  return (
    <div className={classes.form}>
      <EvidenceFields draft={draft} onDraft={setDraft} fault={read.fault} autoFocus />
      <Group gap="xs">
        <Button
          size="compact-sm"
          disabled={read.evidence === null}
          onClick={() => read.evidence !== null && onSave(read.evidence)}
        >
          Save the evidence
        </Button>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </div>
  );
}

interface FieldsProps {
  draft: SampleEvidence;
  onDraft: (draft: SampleEvidence) => void;
  fault: string | null;
  autoFocus?: boolean;
}

export function EvidenceFields({ draft, onDraft, fault, autoFocus }: FieldsProps) {
  return (
    <>
      <div className={classes.head}>
        <span className={classes.title} id="sample-evidence-title">
          Evidence
        </span>
        <SegmentedControl
          size="xs"
          aria-label="Format of the evidence"
          value={draft.format}
          onChange={(format) => onDraft({ ...draft, format: format === 'json' ? 'json' : 'text' })}
          data={[
            { value: 'text', label: 'Text' },
            { value: 'json', label: 'JSON' },
          ]}
        />
      </div>
      <textarea
        className={classes.text}
        data-code={draft.format === 'json' || undefined}
        data-autofocus={autoFocus}
        ref={(element) => {
          if (autoFocus && element !== null && element.dataset.focused === undefined) {
            element.dataset.focused = 'once';
            element.focus();
          }
        }}
        aria-labelledby="sample-evidence-title"
        aria-invalid={fault !== null && draft.text !== ''}
        aria-describedby="sample-evidence-fault"
        spellCheck={draft.format === 'text'}
        value={draft.text}
        onChange={(event) => onDraft({ ...draft, text: event.currentTarget.value })}
      />
      <Text id="sample-evidence-fault" size="xs" c="var(--danger)" mih="1.2rem">
        {draft.text === '' ? '' : fault}
      </Text>
    </>
  );
}
