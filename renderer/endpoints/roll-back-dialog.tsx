import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import type { FaultData } from '../../adapter/fault.ts';
import type { Endpoint } from '../../workbench/contract/endpoints.ts';
import { faultOf } from '../app/connection/fault-of.ts';
import { useWorkbench } from '../app/connection/use-workbench.tsx';
import { RemedyCard } from '../app/fault/remedy-card.tsx';
import { notifyDone } from '../app/notify.tsx';
import deploy from '../deploy/deploy-screen.module.css';

interface Props {
  endpoint: Endpoint;
  onClose: () => void;
  onDone: () => void;
}

/** Back to what ran before the last update. */
export function RollBackDialog({ endpoint, onClose, onDone }: Props) {
  const { client } = useWorkbench();
  const [asking, setAsking] = useState(false);
  const [fault, setFault] = useState<FaultData | null>(null);
  const rollBack = async (): Promise<void> => {
    setAsking(true);
    setFault(null);
    try {
      await client.endpoints.rollBack(endpoint.ref);
      notifyDone(`${endpoint.ref.name} runs what it ran before.`);
      onDone();
      onClose();
    } catch (error) {
      setFault(faultOf(error));
      setAsking(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={`Roll ${endpoint.ref.name} back?`}>
      <div className={deploy.unfolded}>
        <Text size="sm">
          It goes back to the endpoint configuration <code>{endpoint.previous_config}</code>. It keeps answering until
          the other one is ready, which takes some minutes, and both are paid for while they run side by side.
        </Text>
        <Text size="sm">
          {endpoint.previous_price === null
            ? 'What it costs then could not be looked up.'
            : `It costs then ${endpoint.previous_price.words}.`}
        </Text>
        {asking && (
          <p className={deploy.sentence} role="status">
            It goes back. This takes some minutes.
          </p>
        )}
        {fault !== null && <RemedyCard fault={fault} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            Not now
          </Button>
          <Button loading={asking} onClick={() => void rollBack()}>
            Roll back
          </Button>
        </Group>
      </div>
    </Modal>
  );
}
