import { ActionIcon, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Deployment } from '../../workbench/contract/deployments.ts';
import { useWorkbench } from '../app/connection/use-workbench.tsx';
import { notifyError } from '../app/notify.tsx';
import { sayWhen } from '../decide/document/say-when.ts';
import classes from './deploy-screen.module.css';
import { stateWords } from './progress/step-words.ts';

interface Props {
  deployments: readonly Deployment[];
  shown: string | null;
  onShow: (id: string) => void;
}

/** Every deployment that the journal knows, newest first. */
export function DeploymentList({ deployments, shown, onShow }: Props) {
  const { client } = useWorkbench();
  if (deployments.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="deployments-title">
      <h2 id="deployments-title" className={classes.title}>
        Deployments
      </h2>
      <ul className={classes.plain}>
        {deployments.map(({ id, plan, state, updated_at }) => (
          <li key={id} className={classes.listed}>
            <button type="button" className={classes.entry} aria-pressed={id === shown} onClick={() => onShow(id)}>
              <span className={classes.entryName}>{plan.target.name}</span>
              <span className={classes.entryWords}>
                {stateWords[state]} · {plan.target.region} · {sayWhen(updated_at)}
              </span>
            </button>
            {state === 'undone' && (
              <Tooltip label="Take out of the list">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Take ${plan.target.name} out of the list`}
                  onClick={() => void client.deployments.forget({ id }).catch(notifyError)}
                >
                  <IconX size={15} aria-hidden />
                </ActionIcon>
              </Tooltip>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
