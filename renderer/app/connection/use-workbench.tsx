import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { Deployment } from '../../../workbench/contract/deployments.ts';
import type { WorkbenchEvent } from '../../../workbench/contract/events.ts';
import type { Job } from '../../../workbench/contract/jobs.ts';
import type { EngineState } from '../../../workbench/contract/models.ts';
import type { RunSummary } from '../../../workbench/contract/runs.ts';
import type { SharingState } from '../../../workbench/contract/sharing.ts';
import { type ConnectionState, followEvents } from './follow-events.ts';
import type { WorkbenchClient } from './workbench-client.ts';

type Listener = (event: WorkbenchEvent) => void;

interface WorkbenchValue {
  client: WorkbenchClient;
  connection: ConnectionState;
  /** Hears events that change no cached state; returns the function that stops it. */
  listen: (listener: Listener) => () => void;
}

const WorkbenchContext = createContext<WorkbenchValue | null>(null);

/** What is known of the workbench, kept in the query cache and renewed by its events. */
const keys = {
  engine: ['engine'],
  jobs: ['jobs'],
  settings: ['settings'],
  sharing: ['sharing'],
  models: ['models'],
  decisions: ['decisions'],
  sampleSets: ['sample-sets'],
  runs: ['runs'],
  configurations: ['configurations'],
  deployments: ['deployments'],
  info: ['info'],
} as const;

export function WorkbenchProvider({ client, children }: { client: WorkbenchClient; children: ReactNode }) {
  const cache = useQueryClient();
  const [connection, setConnection] = useState<ConnectionState>({ status: 'connecting' });
  const listeners = useMemo(() => new Set<Listener>(), []);

  useEffect(() => {
    const stop = new AbortController();
    const hear = (event: WorkbenchEvent): void => {
      switch (event.type) {
        case 'hello':
          cache.setQueryData(keys.engine, event.engine);
          cache.setQueryData(keys.jobs, event.jobs);
          cache.setQueryData(keys.settings, event.settings);
          cache.setQueryData(keys.sharing, event.sharing);
          void cache.invalidateQueries({ queryKey: keys.models });
          void cache.invalidateQueries({ queryKey: keys.decisions });
          void cache.invalidateQueries({ queryKey: keys.sampleSets });
          void cache.invalidateQueries({ queryKey: keys.runs });
          void cache.invalidateQueries({ queryKey: keys.configurations });
          void cache.invalidateQueries({ queryKey: keys.deployments });
          break;
        case 'engine':
          cache.setQueryData(keys.engine, event.engine);
          break;
        case 'settings':
          cache.setQueryData(keys.settings, event.settings);
          break;
        case 'sharing':
          cache.setQueryData(keys.sharing, event.sharing);
          break;
        case 'models':
          cache.setQueryData(keys.models, event.models);
          break;
        case 'decisions':
          cache.setQueryData(keys.decisions, event.decisions);
          break;
        case 'job':
          cache.setQueryData<Job[]>(keys.jobs, (jobs = []) =>
            jobs.some((job) => job.id === event.job.id)
              ? jobs.map((job) => (job.id === event.job.id ? event.job : job))
              : [...jobs, event.job],
          );
          break;
        case 'sample-sets':
          cache.setQueryData(keys.sampleSets, event.sets);
          break;
        case 'run':
          cache.setQueryData<RunSummary[]>(keys.runs, (runs) => withRun(runs, event.run));
          break;
        case 'run-removed':
          cache.setQueryData<RunSummary[]>(keys.runs, (runs) => runs?.filter(({ run }) => run.id !== event.id));
          break;
        case 'configurations':
          cache.setQueryData(keys.configurations, event.configurations);
          break;
        case 'deployment':
          cache.setQueryData<Deployment[]>(keys.deployments, (known) => withDeployment(known, event.deployment));
          break;
        case 'deployment-removed':
          cache.setQueryData<Deployment[]>(keys.deployments, (known) => known?.filter(({ id }) => id !== event.id));
          break;
        case 'deployment-log':
        case 'score-progress':
        case 'show-decision':
        case 'action':
        case 'fault':
          break;
      }
      for (const listener of listeners) listener(event);
    };
    void followEvents((signal) => client.app.events(undefined, { signal }), stop.signal, hear, setConnection);
    return () => stop.abort();
  }, [client, cache, listeners]);

  const value = useMemo<WorkbenchValue>(
    () => ({
      client,
      connection,
      listen: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    }),
    [client, connection, listeners],
  );
  return <WorkbenchContext value={value}>{children}</WorkbenchContext>;
}

export function useWorkbench(): WorkbenchValue {
  const value = useContext(WorkbenchContext);
  if (value === null) throw new Error('useWorkbench needs a WorkbenchProvider around it.');
  return value;
}

/** Calls the listener for every event; it may change between renders. */
export function useWorkbenchEvents(listener: Listener): void {
  const { listen } = useWorkbench();
  useEffect(() => listen(listener), [listen, listener]);
}

const lasting = { staleTime: Number.POSITIVE_INFINITY } as const;

export function useEngine(): EngineState | undefined {
  const { client } = useWorkbench();
  return useQuery({ queryKey: keys.engine, queryFn: () => client.engine.state(), ...lasting }).data;
}

export function useJobs(): Job[] {
  const { client } = useWorkbench();
  return useQuery({ queryKey: keys.jobs, queryFn: () => client.jobs.list(), ...lasting }).data ?? [];
}

export function useSettings() {
  const { client } = useWorkbench();
  return useQuery({ queryKey: keys.settings, queryFn: () => client.settings.get(), ...lasting }).data;
}

export function useSharing(): SharingState | undefined {
  const { client } = useWorkbench();
  return useQuery({ queryKey: keys.sharing, queryFn: () => client.sharing.state(), ...lasting }).data;
}

export function useModels() {
  const { client } = useWorkbench();
  // Files also come and go without an event: from the command line, or by hand. Each screen looks again when it opens.
  return useQuery({ queryKey: keys.models, queryFn: () => client.models.list(), ...lasting, refetchOnMount: 'always' })
    .data;
}

export function useDecisions() {
  const { client } = useWorkbench();
  return useQuery({ queryKey: keys.decisions, queryFn: () => client.decisions.list(), ...lasting }).data;
}

export function useSampleSets() {
  const { client } = useWorkbench();
  return useQuery({ queryKey: keys.sampleSets, queryFn: () => client.samples.list(), ...lasting });
}

export function useRuns() {
  const { client } = useWorkbench();
  return useQuery({ queryKey: keys.runs, queryFn: () => client.runs.list(), ...lasting });
}

export function useConfigurations() {
  const { client } = useWorkbench();
  return useQuery({ queryKey: keys.configurations, queryFn: () => client.configurations.list(), ...lasting });
}

/** The runs with the changed one in its place; a list that was never read is read when it is needed. */
function withRun(runs: RunSummary[] | undefined, changed: RunSummary): RunSummary[] | undefined {
  if (runs === undefined) return undefined;
  const known = runs.some(({ run }) => run.id === changed.run.id);
  return known ? runs.map((entry) => (entry.run.id === changed.run.id ? changed : entry)) : [...runs, changed];
}

/** Newest first, as the journal says. */
export function useDeployments() {
  const { client } = useWorkbench();
  return useQuery({ queryKey: keys.deployments, queryFn: () => client.deployments.list(), ...lasting });
}

function withDeployment(known: Deployment[] | undefined, changed: Deployment): Deployment[] | undefined {
  // Until the list was read, its answer will have this one too.
  if (known === undefined) return undefined;
  return known.some(({ id }) => id === changed.id)
    ? known.map((entry) => (entry.id === changed.id ? changed : entry))
    : [changed, ...known];
}

export function useInfo() {
  const { client } = useWorkbench();
  return useQuery({ queryKey: keys.info, queryFn: () => client.app.info(), ...lasting }).data;
}
