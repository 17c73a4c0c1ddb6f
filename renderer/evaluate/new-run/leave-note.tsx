import { Checkbox } from '@mantine/core';
import type { FaultData } from '../../../adapter/fault.ts';
import type { Disclosure } from '../../../workbench/contract/remote.ts';
import { FaultCard } from '../../app/fault/fault-card.tsx';
import classes from './run-form.module.css';

interface Props {
  /** Null while it is asked for. */
  disclosures: readonly Disclosure[] | null;
  fault: FaultData | null;
  agreed: boolean;
  onAgree: (agreed: boolean) => void;
}

/** What leaves this program, said before anything does. */
export function LeaveNote({ disclosures, fault, agreed, onAgree }: Props) {
  if (fault !== null) return <FaultCard fault={fault} />;
  return (
    <section className={classes.leaving} aria-label="What is sent elsewhere">
      <strong>What is sent elsewhere</strong>
      {disclosures === null ? (
        <p>Being looked up…</p>
      ) : (
        disclosures.map(({ configuration, sentence }) => <p key={configuration}>{sentence}</p>)
      )}
      <Checkbox
        size="xs"
        label="It may be sent"
        checked={agreed}
        disabled={disclosures === null}
        onChange={(event) => onAgree(event.currentTarget.checked)}
      />
    </section>
  );
}
