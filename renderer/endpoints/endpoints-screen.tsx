import { Button, Drawer, Loader, MultiSelect, NativeSelect, Title } from '@mantine/core';
import { IconCloudUpload, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Endpoint, EndpointList } from '../../workbench/contract/endpoints.ts';
import { useActionHandlers, useActionStore } from '../app/actions/use-actions.tsx';
import { faultOf } from '../app/connection/fault-of.ts';
import { useConfigurations } from '../app/connection/use-workbench.tsx';
import { FaultButton, FaultCard } from '../app/fault/fault-card.tsx';
import { RemedyCard } from '../app/fault/remedy-card.tsx';
import { countOf } from '../charts/format-number.ts';
import deploy from '../deploy/deploy-screen.module.css';
import { formatUsd } from '../deploy/format-usd.ts';
import { useNow } from '../deploy/progress/use-now.ts';
import { SnippetTabs } from '../deploy/snippets/snippet-tabs.tsx';
import { useDeployWish } from '../deploy/use-deploy-wish.tsx';
import { CompareDrawer } from './compare/compare-drawer.tsx';
import { EndpointCard, type EndpointTask } from './endpoint-card.tsx';
import classes from './endpoints-screen.module.css';
import { LeftoverList } from './leftover-list.tsx';
import { RemoveDialog } from './remove/remove-dialog.tsx';
import { RemoveEverythingDialog } from './remove/remove-everything-dialog.tsx';
import { RollBackDialog } from './roll-back-dialog.tsx';
import { TryDrawer } from './try/try-drawer.tsx';
import { useEndpoints, useScope } from './use-endpoints.ts';

/** Everything that runs and is ours, in every chosen region: state, cost, try, compare, update, delete. */
export function EndpointsScreen() {
  const actions = useActionStore();
  const { makeWish } = useDeployWish();
  const saved = useConfigurations().data;
  const { defaults, error, ready, scope, choose } = useScope();
  const endpoints = useEndpoints(scope, ready);
  const [task, setTask] = useState<{ task: EndpointTask; endpoint: Endpoint } | null>(null);
  const [removingAll, setRemovingAll] = useState(false);
  const now = useNow(false);
  const { refetch } = endpoints;
  const list = endpoints.data;
  const nowhere = scope.regions.length === 0 ? 'Choose a region first' : undefined;
  // What would go is not known then, and an empty list would say that nothing does.
  const unasked = list === undefined || list.faults.length >= scope.regions.length;
  const noRemoval = nowhere ?? (unasked ? 'What runs there is not known' : undefined);
  useActionHandlers(
    useMemo(
      () => ({
        'endpoints.refresh': { run: () => void refetch(), unavailable: nowhere },
        'endpoints.delete-everything': { run: () => setRemovingAll(true), unavailable: noRemoval },
      }),
      [refetch, nowhere, noRemoval],
    ),
  );

  const start = (wanted: EndpointTask, endpoint: Endpoint): void => {
    if (wanted !== 'update') {
      setTask({ task: wanted, endpoint });
      return;
    }
    if (endpoint.deployment_id === null) return;
    makeWish({ kind: 'update', deploymentId: endpoint.deployment_id });
    actions.run('view.deploy');
  };
  const close = (): void => setTask(null);
  const lookAgain = (): void => void refetch();
  /** After what may have called the endpoint: its card says when that was last. */
  const closeAndLook = (): void => {
    close();
    lookAgain();
  };
  const orphans = list?.endpoints.filter(({ orphan }) => orphan) ?? [];
  const own = list?.endpoints.filter(({ orphan }) => !orphan) ?? [];
  const cards = (shown: readonly Endpoint[]) => (
    <ul className={classes.cards}>
      {shown.map((endpoint) => (
        <EndpointCard
          key={endpoint.arn}
          endpoint={endpoint}
          configurationName={saved?.find(({ sha256 }) => sha256 === endpoint.configuration?.sha256)?.name ?? null}
          now={Math.max(now, endpoints.dataUpdatedAt)}
          onTask={(wanted) => start(wanted, endpoint)}
        />
      ))}
    </ul>
  );
  return (
    <div className={deploy.page}>
      <div className={deploy.head}>
        <Title order={1}>Endpoints</Title>
        <div className={classes.tools}>
          <NativeSelect
            size="xs"
            label="Profile"
            value={scope.profile}
            data={[
              { value: '', label: 'Default credentials' },
              ...(defaults?.profiles.map(({ name }) => ({ value: name, label: name })) ?? []),
            ]}
            onChange={(event) => choose({ profile: event.currentTarget.value })}
          />
          <MultiSelect
            size="xs"
            label="Regions"
            className={classes.regions}
            data={[...new Set([...(defaults?.regions ?? []), ...scope.regions])]}
            value={scope.regions}
            placeholder={scope.regions.length === 0 ? 'Choose regions' : ''}
            searchable
            selectFirstOptionOnChange
            hidePickedOptions
            clearButtonProps={{ 'aria-label': 'No region' }}
            onChange={(regions) => choose({ regions })}
          />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={15} aria-hidden />}
            loading={endpoints.isFetching}
            disabled={nowhere !== undefined}
            onClick={lookAgain}
          >
            Look again
          </Button>
          <Button
            size="xs"
            variant="default"
            color="red"
            leftSection={<IconTrash size={15} aria-hidden />}
            disabled={noRemoval !== undefined}
            title={noRemoval}
            onClick={() => setRemovingAll(true)}
          >
            Delete everything…
          </Button>
        </div>
      </div>
      {error !== null && <FaultCard fault={faultOf(error)} />}
      {endpoints.error !== null && (
        <RemedyCard fault={faultOf(endpoints.error)}>
          <FaultButton onClick={lookAgain}>Look again</FaultButton>
        </RemedyCard>
      )}
      {list?.faults.map(({ region, fault }) => (
        <section key={`${region} ${fault.message}`} aria-label={`Not asked: ${region}`}>
          <RemedyCard fault={{ ...fault, message: `${region}: ${fault.message}` }}>
            <FaultButton onClick={lookAgain}>Look again</FaultButton>
          </RemedyCard>
        </section>
      ))}
      {list === undefined && endpoints.error === null && nowhere === undefined && (
        <Loader size="sm" aria-label="Looking for endpoints" />
      )}
      {ready && nowhere !== undefined && (
        <div className={classes.empty}>
          <Title order={2}>No region is chosen</Title>
          <p className={deploy.sentence}>Choose the regions to look into: only those are asked.</p>
        </div>
      )}
      {list !== undefined && <Sum list={list} />}
      {orphans.length > 0 && (
        <section className={classes.orphans} aria-labelledby="orphans-title">
          <Title order={2} id="orphans-title">
            Ours by their tags, and unknown to this journal
          </Title>
          <p className={deploy.sentence}>
            Left over from a crash, or made from another machine. They cost all the same.
          </p>
          {cards(orphans)}
        </section>
      )}
      {own.length > 0 && <section aria-label="Endpoints of this journal">{cards(own)}</section>}
      {list !== undefined && list.endpoints.length === 0 && list.faults.length === 0 && (
        <div className={classes.empty}>
          <Title order={2}>Nothing runs</Title>
          <p className={deploy.sentence}>
            No endpoint of ours in {scope.regions.join(', ')}, so nothing is paid by the hour there.
          </p>
          <Button leftSection={<IconCloudUpload size={16} aria-hidden />} onClick={() => actions.run('view.deploy')}>
            Deploy a configuration
          </Button>
        </div>
      )}
      {list !== undefined && <LeftoverList leftovers={list.leftovers} />}
      {list?.unread.map(({ region, fault }) => (
        <section key={`${region} ${fault.message}`} aria-label={`Not read: ${region}`}>
          <RemedyCard fault={{ ...fault, message: `${region}: ${fault.message}` }} />
        </section>
      ))}
      {task?.task === 'try' && <TryDrawer endpoint={task.endpoint} onClose={closeAndLook} />}
      {task?.task === 'compare' && <CompareDrawer endpoint={task.endpoint} onClose={closeAndLook} />}
      {task?.task === 'snippets' && (
        <Drawer opened onClose={close} position="right" size="xl" title={`Call ${task.endpoint.ref.name}`}>
          <SnippetTabs endpoint={task.endpoint.ref} deploymentId={task.endpoint.deployment_id} />
        </Drawer>
      )}
      {task?.task === 'roll-back' && <RollBackDialog endpoint={task.endpoint} onClose={close} onDone={lookAgain} />}
      {task?.task === 'delete' && <RemoveDialog endpoint={task.endpoint} onClose={close} onRemoved={lookAgain} />}
      {removingAll && (
        <RemoveEverythingDialog scope={scope} list={list} onClose={() => setRemovingAll(false)} onRemoved={lookAgain} />
      )}
    </div>
  );
}

/** What all of it costs together. */
function Sum({ list }: { list: EndpointList }) {
  const { endpoints } = list;
  if (endpoints.length === 0) return null;
  const known = endpoints.flatMap(({ price }) => price.usd_per_hour ?? []);
  const hour = known.reduce((sum, price) => sum + price, 0);
  const unknown = endpoints.length - known.length;
  const bound = endpoints.some(({ price }) => price.upper_bound) ? 'at most ' : '';
  const spent = endpoints.reduce((sum, { cost_so_far_usd }) => sum + (cost_so_far_usd ?? 0), 0);
  return (
    <p className={classes.sum} role="status">
      <strong>{countOf(endpoints.length, 'endpoint')}</strong>
      {known.length > 0 && `, ${bound}${formatUsd(hour)} an hour together, ${formatUsd(spent)} so far`}
      {unknown > 0 && `; the price of ${unknown} is unknown`}. Looked at{' '}
      {new Date(list.listed_at).toLocaleTimeString('en-GB')}.
    </p>
  );
}
