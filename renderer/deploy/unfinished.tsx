import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowBackUp, IconEye, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import type { Deployment } from '../../workbench/contract/deployments.ts';
import { useWorkbench } from '../app/connection/use-workbench.tsx';
import { notifyError } from '../app/notify.tsx';
import { sayWhen } from '../decide/document/say-when.ts';
import classes from './deploy-screen.module.css';
import { stateWords, stepWords } from './progress/step-words.ts';
import { UndoDialog } from './undo/undo-dialog.tsx';

interface Props {
  deployments: readonly Deployment[];
  onShow: (id: string) => void;
}

/** Deployments that stopped on the way, first of all: they may cost. */
export function Unfinished({ deployments, onShow }: Props) {
  const { client } = useWorkbench();
  const [undoing, setUndoing] = useState<Deployment | null>(null);
  if (deployments.length === 0) return null;
  return (
    <section className={classes.unfinished} aria-labelledby="unfinished-title">
      <h2 id="unfinished-title" className={classes.title}>
        Unfinished
      </h2>
      <ul className={classes.plain}>
        {deployments.map((deployment) => {
          const { name } = deployment.plan.target;
          return (
            <li key={deployment.id} className={classes.row}>
              <IconAlertTriangle size={17} aria-hidden />
              <span className={classes.grow}>
                <strong>{name}</strong>: {stateWords[deployment.state]}, {whereWords(deployment)}
              </span>
              {deployment.state !== 'undo-failed' && (
                <Button
                  size="compact-sm"
                  leftSection={<IconPlayerPlay size={14} aria-hidden />}
                  aria-label={`Go on with ${name}`}
                  onClick={() => {
                    onShow(deployment.id);
                    void client.deployments.resume({ id: deployment.id }).catch(notifyError);
                  }}
                >
                  Go on
                </Button>
              )}
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconArrowBackUp size={14} aria-hidden />}
                aria-label={`Undo ${name}`}
                onClick={() => setUndoing(deployment)}
              >
                {deployment.state === 'undo-failed' ? 'Remove the rest…' : 'Undo…'}
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                leftSection={<IconEye size={14} aria-hidden />}
                aria-label={`Show ${name}`}
                onClick={() => onShow(deployment.id)}
              >
                Show
              </Button>
            </li>
          );
        })}
      </ul>
      {undoing !== null && <UndoDialog deployment={undoing} onClose={() => setUndoing(null)} />}
    </section>
  );
}

function whereWords({ steps, updated_at, state }: Deployment): string {
  const left = steps.find((step) => step.state !== 'done');
  const when = sayWhen(updated_at);
  return state === 'undo-failed' || left === undefined ? when : `at “${stepWords[left.step]}”, ${when}`;
}
