import { SegmentedControl, Text } from '@mantine/core';
import { useSession } from '../use-session.tsx';
import classes from './editor.module.css';
import { FieldFaultText } from './field-fault.tsx';

/** The evidence, as text or as JSON; JSON is checked while it is typed. */
export function EvidenceField() {
  const { state, change, faultAt, touch } = useSession();
  const { evidence } = state.present.draft;
  const fault = faultAt('evidence', evidence.text);
  const wellFormed = evidence.format === 'json' && fault === undefined && evidence.text.trim() !== '';
  return (
    <section className={classes.section} aria-labelledby="evidence-title">
      <div className={classes.head}>
        <h2 id="evidence-title" className={classes.title}>
          Evidence
        </h2>
        <div className={classes.note} aria-live="polite">
          {wellFormed && (
            <Text size="xs" c="dimmed">
              JSON, well formed
            </Text>
          )}
          <FieldFaultText id="evidence-fault" fault={fault} />
        </div>
        <SegmentedControl
          size="xs"
          aria-label="Format of the evidence"
          value={evidence.format}
          onChange={(format) => change({ type: 'evidence', evidence: { format: format === 'json' ? 'json' : 'text' } })}
          data={[
            { value: 'text', label: 'Text' },
            { value: 'json', label: 'JSON' },
          ]}
        />
      </div>
      <textarea
        className={classes.evidence}
        data-code={evidence.format === 'json' || undefined}
        aria-labelledby="evidence-title"
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : 'evidence-fault'}
        placeholder={
          evidence.format === 'json'
            ? '{"ticket": "…", "customer": {"since": 2019}}'
            : 'What is known: the ticket, the passage, the state of the agent…'
        }
        onBlur={() => touch('evidence')}
        spellCheck={evidence.format === 'text'}
        value={evidence.text}
        onChange={(event) => change({ type: 'evidence', evidence: { text: event.currentTarget.value } })}
      />
    </section>
  );
}
