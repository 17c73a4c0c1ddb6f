import { Button, Loader, Modal } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FaultData } from '../../../adapter/fault.ts';
import type { Deployment } from '../../../workbench/contract/deployments.ts';
import type { UndoChoice } from '../../../workbench/deployment/plan/resource.ts';
import { faultOf } from '../../app/connection/fault-of.ts';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';
import { RemedyCard } from '../../app/fault/remedy-card.tsx';
import deploy from '../deploy-screen.module.css';
import { RemovalList } from './removal-list.tsx';
import { everyChoice, UndoChoices } from './undo-choices.tsx';

/** What undo would remove with these choices, and the word to do it. */
export function UndoDialog({ deployment, onClose }: { deployment: Deployment; onClose: () => void }) {
  const { client } = useWorkbench();
  const [choices, setChoices] = useState<UndoChoice[]>(everyChoice);
  const [undoing, setUndoing] = useState(false);
  const [fault, setFault] = useState<FaultData | null>(null);
  const removals = useQuery({
    queryKey: ['removals', deployment.id, choices],
    queryFn: ({ signal }) => client.deployments.removals({ id: deployment.id, choices }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const undo = async (): Promise<void> => {
    setUndoing(true);
    setFault(null);
    try {
      await client.deployments.undo({ id: deployment.id, choices });
      onClose();
    } catch (error) {
      setFault(faultOf(error));
      setUndoing(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={`Undo the deployment of ${deployment.plan.target.name}?`}
      role="alertdialog"
    >
      <div className={deploy.unfolded}>
        <UndoChoices choices={choices} onChange={setChoices} />
        {removals.data === undefined && removals.error === null && (
          <Loader size="sm" aria-label="Reading what there is" />
        )}
        {removals.error !== null && <RemedyCard fault={faultOf(removals.error)} />}
        {removals.data !== undefined && <RemovalList removals={removals.data} />}
        {fault !== null && <RemedyCard fault={fault} />}
        <div className={deploy.dialogFoot}>
          <Button variant="default" onClick={onClose} data-autofocus>
            Keep it
          </Button>
          <Button color="red" loading={undoing} disabled={removals.data === undefined} onClick={() => void undo()}>
            Undo
          </Button>
        </div>
      </div>
    </Modal>
  );
}
