import { Button } from '@mantine/core';
import { applyEdits, format } from 'jsonc-parser';
import { useMemo, useState } from 'react';
import type { SampleEvidence } from '../../../workbench/samples/sample.ts';
import { EvidenceForm } from '../edit/evidence-form.tsx';
import classes from './evidence-view.module.css';

/** JSON above this many characters is shown as it is stored: indenting it would be felt. */
const MAX_INDENTED = 200_000;

interface Props {
  evidence: SampleEvidence;
  onChange: (evidence: SampleEvidence) => void;
}

/** The whole evidence, to be read; editing it is a step of its own. */
export function EvidenceView({ evidence, onChange }: Props) {
  const [editing, setEditing] = useState(false);
  const text = useMemo(() => readable(evidence), [evidence]);
  if (editing) {
    return (
      <EvidenceForm
        evidence={{ ...evidence, text }}
        onCancel={() => setEditing(false)}
        onSave={(changed) => {
          setEditing(false);
          if (changed.text !== evidence.text || changed.format !== evidence.format) onChange(changed);
        }}
      />
    );
  }
  return (
    <section className={classes.view} aria-label="Evidence">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className={classes.text} data-code={evidence.format === 'json' || undefined} tabIndex={0}>
        {text}
      </div>
      <Button size="compact-xs" variant="subtle" className={classes.edit} onClick={() => setEditing(true)}>
        Edit the evidence
      </Button>
    </section>
  );
}

/** JSON with line breaks; its digits and the order of its keys stay as they are. */
function readable({ format: kind, text }: SampleEvidence): string {
  if (kind === 'text' || text.length > MAX_INDENTED) return text;
  return applyEdits(text, format(text, undefined, { insertSpaces: true, tabSize: 2 }));
}
