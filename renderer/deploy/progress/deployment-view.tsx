import { Button, Text } from '@mantine/core';
import { IconArrowBackUp, IconPlayerPlay, IconServer2, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Deployment } from '../../../workbench/contract/deployments.ts';
import { useActionStore } from '../../app/actions/use-actions.tsx';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';
import { FaultButton } from '../../app/fault/fault-card.tsx';
import { RemedyCard } from '../../app/fault/remedy-card.tsx';
import { notifyError } from '../../app/notify.tsx';
import { StateBadge } from '../../app/state-badge.tsx';
import { formatDuration } from '../../charts/format-number.ts';
import deploy from '../deploy-screen.module.css';
import { formatUsd, formatUsdPerHour } from '../format-usd.ts';
import { SnippetTabs } from '../snippets/snippet-tabs.tsx';
import { UndoDialog } from '../undo/undo-dialog.tsx';
import { LocalComparison } from './local-comparison.tsx';
import { LogView } from './log-view.tsx';
import { MadeTable } from './made-table.tsx';
import { readyWords } from './ready-words.ts';
import { StepList } from './step-list.tsx';
import { isAtWork, isUnfinished, stateWords } from './step-words.ts';
import { useNow } from './use-now.ts';

/** One deployment as its journal says: how far it is, what there is, and what can be done about it. */
export function DeploymentView({ deployment }: { deployment: Deployment }) {
  const { client } = useWorkbench();
  const actions = useActionStore();
  const [undoing, setUndoing] = useState(false);
  const { plan, state } = deployment;
  const by = { id: deployment.id };
  const resume = (): void => void client.deployments.resume(by).catch(notifyError);
  const stepFailed = deployment.steps.some((step) => step.state === 'failed' && step.fault !== null);
  return (
    <>
      <section className={deploy.card} aria-labelledby="deployment-title">
        <div className={deploy.head}>
          <div className={deploy.row}>
            <h2 id="deployment-title" className={deploy.title}>
              {plan.target.name}
            </h2>
            <StateBadge tone={toneOf(state)}>{stateWords[state]}</StateBadge>
          </div>
          <div className={deploy.row}>
            {state === 'running' && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconX size={14} aria-hidden />}
                onClick={() => void client.deployments.cancel(by).catch(notifyError)}
              >
                Cancel
              </Button>
            )}
            {(state === 'paused' || (state === 'failed' && !stepFailed)) && (
              <Button size="compact-sm" leftSection={<IconPlayerPlay size={14} aria-hidden />} onClick={resume}>
                Go on
              </Button>
            )}
            {state === 'done' && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconServer2 size={14} aria-hidden />}
                onClick={() => actions.run('view.endpoints')}
              >
                See it on Endpoints
              </Button>
            )}
            {!isAtWork(deployment) && state !== 'undone' && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconArrowBackUp size={14} aria-hidden />}
                onClick={() => setUndoing(true)}
              >
                Undo…
              </Button>
            )}
          </div>
        </div>
        <CostLine deployment={deployment} />
        {deployment.fault !== null && !stepFailed && (
          <RemedyCard fault={deployment.fault}>
            {state === 'failed' && <FaultButton onClick={resume}>Go on</FaultButton>}
          </RemedyCard>
        )}
        <StepList
          deployment={deployment}
          remedy={state === 'failed' ? <FaultButton onClick={resume}>Try again from this step</FaultButton> : undefined}
        />
        {deployment.ready !== null && (
          <Text size="sm">
            Runs on {deployment.instance_type ?? 'an instance'}: {readyWords(deployment.ready)}.
          </Text>
        )}
      </section>
      {deployment.check !== null && (
        <section className={deploy.card} aria-labelledby="check-title">
          <h2 id="check-title" className={deploy.title}>
            The same samples here and there
          </h2>
          <LocalComparison compared={deployment.check} />
        </section>
      )}
      {state === 'done' && (
        <section className={deploy.card} aria-labelledby="snippets-title">
          <h2 id="snippets-title" className={deploy.title}>
            Call it
          </h2>
          <SnippetTabs
            endpoint={{ region: plan.target.region, profile: plan.target.profile, name: plan.target.name }}
            deploymentId={deployment.id}
          />
        </section>
      )}
      {deployment.resources.some((resource) => resource.state !== 'planned') && (
        <section className={deploy.card} aria-labelledby="made-title">
          <h2 id="made-title" className={deploy.title}>
            What there is
          </h2>
          <MadeTable deployment={deployment} />
        </section>
      )}
      <section className={deploy.card} aria-label="Log of the deployment">
        <LogView key={deployment.id} id={deployment.id} />
      </section>
      {undoing && <UndoDialog deployment={deployment} onClose={() => setUndoing(false)} />}
    </>
  );
}

/** What it costs now, and since when. */
function CostLine({ deployment }: { deployment: Deployment }) {
  const { plan, costs_since } = deployment;
  const now = useNow(costs_since !== null);
  const { usd_per_hour } = plan.price;
  const where = `Account ${plan.account.id}, ${plan.target.region}`;
  if (costs_since === null) {
    const paid = deployment.resources.filter(({ costs, state }) => costs && state !== 'planned' && state !== 'gone');
    return (
      <p className={deploy.sentence}>
        {where}.{' '}
        {paid.length === 0 || isUnfinished(deployment)
          ? 'No endpoint runs, so nothing is paid by the hour.'
          : 'No endpoint is paid by the hour yet.'}
      </p>
    );
  }
  const seconds = Math.max(0, now - Date.parse(costs_since)) / 1000;
  return (
    <p className={deploy.sentence}>
      {where}. The endpoint exists for {formatDuration(seconds)}, {formatUsdPerHour(usd_per_hour)}
      {usd_per_hour === null ? '' : `: ${formatUsd((usd_per_hour * seconds) / 3600)} so far`}.
    </p>
  );
}

function toneOf(state: Deployment['state']) {
  if (state === 'done') return 'live';
  return state === 'failed' || state === 'undo-failed' ? 'bad' : state === 'paused' ? 'odd' : 'plain';
}
