import { Button, Loader, Modal } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FaultData } from '../../../adapter/fault.ts';
import type { Endpoint, RemovalAnswer } from '../../../workbench/contract/endpoints.ts';
import type { UndoChoice } from '../../../workbench/deployment/plan/resource.ts';
import { faultOf } from '../../app/connection/fault-of.ts';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';
import { RemedyCard } from '../../app/fault/remedy-card.tsx';
import deploy from '../../deploy/deploy-screen.module.css';
import { RemovalList } from '../../deploy/undo/removal-list.tsx';
import { everyChoice, UndoChoices } from '../../deploy/undo/undo-choices.tsx';
import { isComplete, Removed } from './removed.tsx';

interface Props {
  endpoint: Endpoint;
  onClose: () => void;
  onRemoved: () => void;
}

/** What deleting an endpoint removes, what stays and why; then what became of it. */
export function RemoveDialog({ endpoint: { ref }, onClose, onRemoved }: Props) {
  const { client } = useWorkbench();
  const [choices, setChoices] = useState<UndoChoice[]>(everyChoice);
  const [removing, setRemoving] = useState(false);
  const [answer, setAnswer] = useState<RemovalAnswer | null>(null);
  const [fault, setFault] = useState<FaultData | null>(null);
  const removals = useQuery({
    queryKey: ['endpoint-removals', ref, choices],
    queryFn: ({ signal }) => client.endpoints.removals({ ref, choices }, { signal }),
    placeholderData: keepPreviousData,
    enabled: answer === null,
    gcTime: 0,
  });
  const remove = async (): Promise<void> => {
    setRemoving(true);
    setFault(null);
    try {
      setAnswer(await client.endpoints.remove({ ref, choices }));
      onRemoved();
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setRemoving(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={titleOf(ref.name, answer)}
      role="alertdialog"
      closeOnClickOutside={!removing}
      closeOnEscape={!removing}
    >
      {answer === null ? (
        <div className={deploy.unfolded}>
          <UndoChoices choices={choices} onChange={setChoices} />
          {removals.data === undefined && removals.error === null && (
            <Loader size="sm" aria-label="Looking at what there is" />
          )}
          {removals.error !== null && <RemedyCard fault={faultOf(removals.error)} />}
          {removals.data !== undefined && <RemovalList removals={removals.data} />}
          {fault !== null && <RemedyCard fault={fault} />}
          <div className={deploy.dialogFoot}>
            <Button variant="default" onClick={onClose} disabled={removing} data-autofocus>
              Keep it
            </Button>
            <Button color="red" loading={removing} disabled={removals.data === undefined} onClick={() => void remove()}>
              Delete
            </Button>
          </div>
          {removing && (
            <p className={deploy.sentence} role="status">
              The endpoint goes first, then what hung on it. This takes some minutes.
            </p>
          )}
        </div>
      ) : (
        <Removed answer={answer} onClose={onClose} />
      )}
    </Modal>
  );
}

function titleOf(name: string, answer: RemovalAnswer | null): string {
  if (answer === null) return `Delete ${name}?`;
  return isComplete(answer) ? `${name} was deleted` : `Not all of ${name} could be removed`;
}
