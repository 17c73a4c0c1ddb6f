import { Button, Group } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowsDiff,
  IconCode,
  IconPlayerPlay,
  IconRefreshDot,
  IconTrash,
} from '@tabler/icons-react';
import type { Endpoint } from '../../workbench/contract/endpoints.ts';
import { StateBadge } from '../app/state-badge.tsx';
import deploy from '../deploy/deploy-screen.module.css';
import { formatUsdPerHour } from '../deploy/format-usd.ts';
import { readyWords } from '../deploy/progress/ready-words.ts';
import { agoWords, costWords, dayOf, instanceWords, remindersOf, statusWords } from './endpoint-words.ts';
import classes from './endpoints-screen.module.css';

/** What can be done with an endpoint. */
export type EndpointTask = 'try' | 'compare' | 'update' | 'roll-back' | 'snippets' | 'delete';

interface Props {
  endpoint: Endpoint;
  /** What its configuration is called here; null when it is not among the saved ones. */
  configurationName: string | null;
  /** In milliseconds. */
  now: number;
  onTask: (task: EndpointTask) => void;
}

/** One endpoint: what it is, what it costs, and what can be done with it. */
export function EndpointCard({ endpoint, configurationName, now, onTask }: Props) {
  const { ref, status, orphan } = endpoint;
  const runs = status === 'InService';
  const changes = !runs && status !== 'Failed' && status !== 'OutOfService';
  const notRunning = runs ? undefined : 'It does not run';
  return (
    <li className={classes.endpoint} data-orphan={orphan || undefined} aria-label={ref.name}>
      <div className={deploy.head}>
        <h3 className={classes.name}>{ref.name}</h3>
        <Group gap={6}>
          {orphan && <StateBadge tone="odd">not of this journal</StateBadge>}
          <StateBadge tone={runs ? 'live' : status === 'Failed' ? 'bad' : 'plain'}>{statusWords(status)}</StateBadge>
        </Group>
      </div>
      {endpoint.failure !== null && <p className={classes.failure}>{endpoint.failure}</p>}
      {remindersOf(endpoint).map((reminder) => (
        <p key={reminder} className={classes.reminder}>
          <IconAlertTriangle size={16} aria-hidden />
          {reminder}
        </p>
      ))}
      <dl className={deploy.facts}>
        {factsOf(endpoint, configurationName, now).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Group gap="xs">
        <Button
          size="compact-sm"
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          disabled={!runs}
          title={notRunning}
          aria-label={`Try ${ref.name}`}
          onClick={() => onTask('try')}
        >
          Try
        </Button>
        {endpoint.path !== 'standard' && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconArrowsDiff size={14} aria-hidden />}
            disabled={!runs}
            title={notRunning}
            aria-label={`Compare ${ref.name} with this machine`}
            onClick={() => onTask('compare')}
          >
            Compare with local
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCode size={14} aria-hidden />}
          aria-label={`Snippets for ${ref.name}`}
          onClick={() => onTask('snippets')}
        >
          Snippets
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconRefreshDot size={14} aria-hidden />}
          disabled={orphan || endpoint.deployment_id === null || !runs}
          title={orphan ? 'Deployed from another machine: update it there, or delete it here' : notRunning}
          aria-label={`Update ${ref.name}`}
          onClick={() => onTask('update')}
        >
          Update
        </Button>
        {endpoint.previous_config !== null && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            disabled={!runs}
            title={notRunning}
            aria-label={`Roll ${ref.name} back`}
            onClick={() => onTask('roll-back')}
          >
            Roll back
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={14} aria-hidden />}
          disabled={changes && status === 'Deleting'}
          aria-label={`Delete ${ref.name}`}
          onClick={() => onTask('delete')}
        >
          Delete
        </Button>
      </Group>
    </li>
  );
}

function factsOf(endpoint: Endpoint, named: string | null, now: number): [string, string][] {
  const { price, cost_so_far_usd, ready, configuration } = endpoint;
  const bound = price.upper_bound ? 'at most ' : '';
  return [
    ['Region', endpoint.ref.region],
    [
      'Answers',
      endpoint.path === null
        ? 'not known'
        : endpoint.path === 'decisions'
          ? `decisions${endpoint.decision === null ? '' : `: ${endpoint.decision}`}`
          : 'text',
    ],
    [
      'Configuration',
      configuration === null
        ? 'the model’s own default'
        : (configuration.name ?? named ?? configuration.sha256.slice(0, 8)),
    ],
    ['Instance', instanceWords(endpoint)],
    ...(ready === null ? [] : [['Device', readyWords(ready)] as [string, string]]),
    ['Price', price.usd_per_hour === null ? 'unknown' : `${bound}${formatUsdPerHour(price.usd_per_hour)}`],
    ['Cost so far', costWords(cost_so_far_usd)],
    ['Made', endpoint.created_at === null ? 'not known' : agoWords(endpoint.created_at, now)],
    ['Last call from here', endpoint.last_called_at === null ? 'none known' : agoWords(endpoint.last_called_at, now)],
    ['Expires', endpoint.expires_at === null ? 'never' : dayOf(endpoint.expires_at)],
  ];
}
