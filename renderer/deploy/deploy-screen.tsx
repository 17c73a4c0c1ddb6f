import { Button, Loader, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Deployment } from '../../workbench/contract/deployments.ts';
import { useActionHandlers } from '../app/actions/use-actions.tsx';
import { faultOf } from '../app/connection/fault-of.ts';
import { useDeployments, useWorkbench } from '../app/connection/use-workbench.tsx';
import { FaultButton, FaultCard } from '../app/fault/fault-card.tsx';
import classes from './deploy-screen.module.css';
import { DeploymentList } from './deployment-list.tsx';
import { NewDeployment } from './new-deployment.tsx';
import { DeploymentView } from './progress/deployment-view.tsx';
import { isAtWork, isUnfinished } from './progress/step-words.ts';
import { Unfinished } from './unfinished.tsx';
import { useDeployWish } from './use-deploy-wish.tsx';

const NONE: Deployment[] = [];

/** What the screen shows: the form for a new deployment, one for an update, or a deployment of the journal. */
type View =
  | { show: 'form'; key: number; configuration: string | null; updates: string | null }
  /** `last` is shown until the journal's list has it. */
  | { show: 'deployment'; id: string; last: Deployment | null };

/** From a configuration to a running endpoint, and how each deployment stands. */
export function DeployScreen() {
  const { client } = useWorkbench();
  const { wish, makeWish } = useDeployWish();
  const deployments = useDeployments();
  const defaults = useQuery({
    queryKey: ['deployment-defaults'],
    queryFn: () => client.deployments.defaults(),
    // The shared files may have changed since.
    gcTime: 0,
  });
  const [chosen, setChosen] = useState<View | null>(null);
  const known = deployments.data ?? NONE;
  const atWork = known.find(isAtWork);
  const view: View =
    chosen ??
    (atWork === undefined
      ? { show: 'form', key: 0, configuration: null, updates: null }
      : { show: 'deployment', id: atWork.id, last: null });
  const openForm = useCallback(
    (configuration: string | null, updates: string | null): void =>
      setChosen({ show: 'form', key: Date.now(), configuration, updates }),
    [],
  );

  useEffect(() => {
    if (wish === null) return;
    if (wish.kind === 'show') setChosen({ show: 'deployment', id: wish.deploymentId, last: null });
    else if (wish.kind === 'update') openForm(null, wish.deploymentId);
    else openForm(wish.sha256, null);
    makeWish(null);
  }, [wish, makeWish, openForm]);
  useActionHandlers(useMemo(() => ({ 'deployment.new': { run: () => openForm(null, null) } }), [openForm]));

  const shown = view.show === 'deployment' ? (known.find(({ id }) => id === view.id) ?? view.last) : null;
  const updates = view.show === 'form' ? (known.find(({ id }) => id === view.updates) ?? null) : null;
  const unfinished = known.filter((deployment) => isUnfinished(deployment) && deployment !== shown);
  const error = defaults.error ?? deployments.error;
  const show = (id: string): void => setChosen({ show: 'deployment', id, last: null });
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Title order={1}>{updates === null ? 'Deploy' : `Update ${updates.plan.target.name}`}</Title>
        {(view.show === 'deployment' || updates !== null) && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => openForm(null, null)}
          >
            New deployment
          </Button>
        )}
      </div>
      {error !== null && (
        <FaultCard fault={faultOf(error)}>
          <FaultButton
            onClick={() => {
              void defaults.refetch();
              void deployments.refetch();
            }}
          >
            Try again
          </FaultButton>
        </FaultCard>
      )}
      <Unfinished deployments={unfinished} onShow={show} />
      {error === null && (defaults.data === undefined || deployments.data === undefined) && (
        <Loader size="sm" aria-label="Reading the journal" />
      )}
      {view.show === 'form' && defaults.data !== undefined && deployments.data !== undefined && (
        <NewDeployment
          key={view.key}
          defaults={defaults.data}
          configuration={view.configuration}
          updates={updates}
          below={<DeploymentList deployments={known} shown={null} onShow={show} />}
          onStarted={(started) => setChosen({ show: 'deployment', id: started.id, last: started })}
        />
      )}
      {view.show === 'deployment' && (
        <div className={classes.columns}>
          <div className={classes.side}>
            <DeploymentList deployments={known} shown={view.id} onShow={show} />
          </div>
          <div className={classes.main}>
            {shown === null ? (
              deployments.data !== undefined && <p className={classes.sentence}>This deployment is gone.</p>
            ) : (
              <DeploymentView key={shown.id} deployment={shown} />
            )}
          </div>
        </div>
      )}
    </div>
  );
}
