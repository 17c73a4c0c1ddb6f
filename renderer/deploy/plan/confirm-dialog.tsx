import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import type { FaultData } from '../../../adapter/fault.ts';
import type { Deployment, PlanAnswer } from '../../../workbench/contract/deployments.ts';
import { faultOf } from '../../app/connection/fault-of.ts';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';
import { RemedyCard } from '../../app/fault/remedy-card.tsx';
import deploy from '../deploy-screen.module.css';
import { formatUsd, formatUsdPerHour } from '../format-usd.ts';
import classes from './plan.module.css';

interface Props {
  answer: PlanAnswer;
  onClose: () => void;
  onStarted: (deployment: Deployment) => void;
}

/** The one confirmation: what begins to cost, and what a model must not be trusted with. */
export function ConfirmDialog({ answer: { plan, sha256 }, onClose, onStarted }: Props) {
  const { client } = useWorkbench();
  const [starting, setStarting] = useState(false);
  const [fault, setFault] = useState<FaultData | null>(null);
  const { price, target } = plan;
  const bound = price.upper_bound ? 'at most ' : '';
  const start = async (): Promise<void> => {
    setStarting(true);
    setFault(null);
    try {
      onStarted(await client.deployments.start({ plan_sha256: sha256 }));
    } catch (error) {
      setFault(faultOf(error));
      setStarting(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={plan.revision > 0 ? `Update ${target.name}?` : `Deploy ${target.name}?`}
    >
      <div className={deploy.unfolded}>
        <Text size="sm">
          In account <strong>{plan.account.id}</strong>, {target.region}:{' '}
          <strong>
            {bound}
            {formatUsdPerHour(price.usd_per_hour)}
          </strong>
          {price.usd_per_month === null
            ? '. It costs all the same: look the price up before you go on.'
            : `, ${bound}${formatUsd(price.usd_per_month)} a month, from the moment the endpoint is made until it is deleted, called or not.`}
        </Text>
        <ul className={classes.statements}>
          {plan.statements.map((statement) => (
            <li key={statement}>{statement}</li>
          ))}
        </ul>
        {fault !== null && <RemedyCard fault={fault} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            Not now
          </Button>
          <Button loading={starting} onClick={() => void start()}>
            {plan.revision > 0 ? 'Update it' : 'Deploy it'}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}
