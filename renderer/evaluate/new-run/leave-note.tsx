import { Alert, Checkbox } from '@mantine/core';
import type { FaultData } from '../../../adapter/fault.ts';
import type { Disclosure } from '../../../workbench/contract/remote.ts';
import { FaultCard } from '../../app/fault/fault-card.tsx';

interface Props {
  /** Null while it is asked for. */
  disclosures: readonly Disclosure[] | null;
  fault: FaultData | null;
  agreed: boolean;
  onAgree: (agreed: boolean) => void;
}

/** What leaves this machine, said before anything does. */
export function LeaveNote({ disclosures, fault, agreed, onAgree }: Props) {
  if (fault !== null) return <FaultCard fault={fault} />;
  return (
    <Alert color="yellow" title="Texts leave this machine" p="xs">
      {disclosures === null ? (
        <p>Being looked up…</p>
      ) : (
        disclosures.map(({ configuration, sentence }) => <p key={configuration}>{sentence}</p>)
      )}
      <Checkbox
        size="xs"
        label="They may leave"
        checked={agreed}
        disabled={disclosures === null}
        onChange={(event) => onAgree(event.currentTarget.checked)}
      />
    </Alert>
  );
}
