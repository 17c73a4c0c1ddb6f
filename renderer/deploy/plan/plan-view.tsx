import { Button, Loader, Text } from '@mantine/core';
import { IconCloudUpload, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Deployment, PlanAnswer } from '../../../workbench/contract/deployments.ts';
import { faultOf } from '../../app/connection/fault-of.ts';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';
import { RemedyCard } from '../../app/fault/remedy-card.tsx';
import { formatBytes } from '../../app/format-bytes.ts';
import { countOf } from '../../charts/format-number.ts';
import deploy from '../deploy-screen.module.css';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { CostHead } from './cost-head.tsx';
import { FindingList } from './finding-list.tsx';
import { PolicyList } from './policy-list.tsx';
import { ResourceTable } from './resource-table.tsx';

interface Props {
  answer: PlanAnswer;
  /** The form says something else by now. */
  stale: boolean;
  onStarted: (deployment: Deployment) => void;
}

/** What would be made, what it costs and what stands in its way. Nothing is made before the confirmation. */
export function PlanView({ answer, stale, onStarted }: Props) {
  const { client } = useWorkbench();
  const { plan, sha256 } = answer;
  const [confirming, setConfirming] = useState(false);
  const preflight = useQuery({
    queryKey: ['preflight', sha256],
    queryFn: ({ signal }) => client.deployments.preflight({ plan_sha256: sha256 }, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const found = [...plan.findings, ...(preflight.data?.findings ?? [])];
  const refused = found.some(({ severity }) => severity === 'refusal');
  const why = stale
    ? 'The form has changed since. Show the plan again.'
    : refused
      ? 'It cannot be started so: see what is found above.'
      : preflight.data === undefined
        ? 'The account is still looked at.'
        : null;
  return (
    <>
      <section className={deploy.card} aria-labelledby="plan-title">
        <h2 id="plan-title" className={deploy.title}>
          The plan: {plan.target.name}
        </h2>
        <CostHead plan={plan} />
        <dl className={deploy.facts}>
          {factsOf(plan).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={deploy.card} aria-labelledby="findings-title" aria-busy={preflight.isFetching}>
        <div className={deploy.head}>
          <h2 id="findings-title" className={deploy.title}>
            Looked at before
          </h2>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconRefresh size={13} aria-hidden />}
            loading={preflight.isFetching}
            onClick={() => void preflight.refetch()}
          >
            Look again
          </Button>
        </div>
        <p className={deploy.sentence}>{plan.time.sentence}</p>
        {found.length > 0 && <FindingList findings={found} />}
        {preflight.isFetching && (
          <div className={deploy.row}>
            <Loader size="xs" aria-hidden />
            <Text size="sm" c="dimmed" role="status">
              Looking at quota, roles, bucket and names in the account…
            </Text>
          </div>
        )}
        {preflight.error !== null && !preflight.isFetching && <RemedyCard fault={faultOf(preflight.error)} />}
        {preflight.data !== undefined && !preflight.isFetching && found.length === 0 && (
          <Text size="sm" role="status">
            Nothing stands in its way.
          </Text>
        )}
      </section>
      <section className={deploy.card} aria-labelledby="resources-title">
        <h2 id="resources-title" className={deploy.title}>
          {countOf(plan.resources.length, 'resource')}, each with tags that say it is yours
        </h2>
        <ResourceTable resources={plan.resources} />
      </section>
      <section className={deploy.card} aria-labelledby="policies-title">
        <h2 id="policies-title" className={deploy.title}>
          Policies
        </h2>
        <PolicyList plan={plan} />
      </section>
      <div className={deploy.foot}>
        <div className={deploy.row}>
          <Button
            leftSection={<IconCloudUpload size={16} aria-hidden />}
            disabled={why !== null}
            onClick={() => setConfirming(true)}
          >
            {plan.revision > 0 ? 'Update the endpoint…' : 'Deploy…'}
          </Button>
          <Text size="xs" c="dimmed" className={deploy.grow}>
            {why ?? 'One confirmation, then it runs. It can be cancelled, gone on with and undone at any moment.'}
          </Text>
        </div>
      </div>
      {confirming && (
        <ConfirmDialog
          answer={answer}
          onClose={() => setConfirming(false)}
          onStarted={(deployment) => {
            setConfirming(false);
            onStarted(deployment);
          }}
        />
      )}
    </>
  );
}

function factsOf(plan: PlanAnswer['plan']): [string, string][] {
  const { target, model } = plan;
  return [
    ['Answers', target.path === 'decisions' ? 'option probabilities' : 'text, and no option probabilities'],
    ['Account', plan.account.id],
    ['Region', target.region],
    ['Profile', target.profile ?? 'default credentials'],
    [
      'Instances',
      target.instances.kind === 'one'
        ? target.instances.type
        : target.instances.pools.map(({ type }) => type).join(', then '),
    ],
    [
      'How many',
      target.scaling.kind === 'fixed'
        ? String(target.scaling.count)
        : `${target.scaling.min} to ${target.scaling.max}, by ${target.scaling.invocations_per_minute} calls a minute of each`,
    ],
    ['Model', model.bytes === null ? model.file : `${model.file}, ${formatBytes(model.bytes)}`],
    ['Configuration', plan.configuration?.name ?? 'the model’s own default'],
    ['Bucket', plan.bucket],
    ['Image', imageWords(plan)],
    ['Network of the container', plan.network_isolation ? 'isolated' : 'open: the model comes from the hub'],
    [
      'Expires',
      target.expires_at === null
        ? 'never'
        : new Date(target.expires_at).toLocaleDateString('en-GB', { dateStyle: 'medium' }),
    ],
  ];
}

function imageWords({ image }: PlanAnswer['plan']): string {
  if (image.from === 'build') return `built in your account, ${image.repository}:${image.tag.slice(0, 12)}`;
  return image.from === 'uri' ? image.uri : `${image.repository}:${image.tag}, by its digest`;
}
