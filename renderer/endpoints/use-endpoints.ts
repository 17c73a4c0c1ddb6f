import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { EndpointList } from '../../workbench/contract/endpoints.ts';
import type { WorkbenchEvent } from '../../workbench/contract/events.ts';
import { regionSchema } from '../../workbench/deployment/plan/target.ts';
import { useDeployments, useWorkbench, useWorkbenchEvents } from '../app/connection/use-workbench.tsx';

/** States that end by themselves. */
const UNDER_WAY = new Set(['Creating', 'Updating', 'SystemUpdating', 'RollingBack', 'Deleting']);
/** How often they are looked at: the service takes minutes. */
const LOOK_MS = 15_000;

export interface Scope {
  regions: string[];
  /** Empty for the default credentials. */
  profile: string;
}

/** Where is looked: what was chosen, else the environment's region and every region of the journal. */
export function useScope() {
  const { client } = useWorkbench();
  const defaults = useQuery({
    queryKey: ['deployment-defaults'],
    queryFn: () => client.deployments.defaults(),
    gcTime: 0,
  });
  const deployments = useDeployments();
  const [chosen, setChosen] = useState<Partial<Scope>>({});
  const profile = chosen.profile ?? defaults.data?.profile ?? deployments.data?.[0]?.plan.target.profile ?? '';
  const home = defaults.data?.region ?? defaults.data?.profiles.find(({ name }) => name === profile)?.region ?? null;
  const known = deployments.data?.map(({ plan }) => plan.target.region) ?? [];
  const usual = new Set([...(home === null ? [] : [home]), ...known]);
  const regions = (chosen.regions ?? [...usual]).filter(isRegion);
  return {
    defaults: defaults.data,
    error: defaults.error ?? deployments.error,
    ready: defaults.data !== undefined && deployments.data !== undefined,
    scope: { regions, profile },
    choose: (change: Partial<Scope>): void => setChosen((before) => ({ ...before, ...change })),
  };
}

function isRegion(name: string): boolean {
  return regionSchema.safeParse(name).success;
}

/** All that is ours in these regions; looked at again while something changes by itself, and after a deployment did. */
export function useEndpoints({ regions, profile }: Scope, enabled: boolean) {
  const { client } = useWorkbench();
  const query = useQuery({
    queryKey: ['endpoints', regions, profile],
    queryFn: ({ signal }) => client.endpoints.list({ regions, profile: profile === '' ? null : profile }, { signal }),
    enabled: enabled && regions.length > 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (isChanging(state.data) ? LOOK_MS : false),
  });
  const { refetch } = query;
  useWorkbenchEvents(
    useCallback(
      (event: WorkbenchEvent) => {
        if (event.type !== 'deployment' || !hasEnded(event.deployment.state)) return;
        void refetch({ cancelRefetch: false });
      },
      [refetch],
    ),
  );
  return query;
}

function isChanging(list: EndpointList | undefined): boolean {
  return list?.endpoints.some(({ status }) => UNDER_WAY.has(status)) ?? false;
}

function hasEnded(state: string): boolean {
  return state === 'done' || state === 'undone' || state === 'failed' || state === 'undo-failed';
}
