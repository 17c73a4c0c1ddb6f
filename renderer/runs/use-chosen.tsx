import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { RunSummary } from '../../workbench/contract/runs.ts';
import type { SampleSetSummary } from '../../workbench/contract/samples.ts';
import { useRuns, useSampleSets } from '../app/connection/use-workbench.tsx';
import type { SampleFilter } from './join-run.ts';

/** What Evaluate, Compare and Trust look at: a choice on one of them holds on the others. */
export interface Chosen {
  sets: SampleSetSummary[] | undefined;
  set: SampleSetSummary | undefined;
  /** Runs over the set, newest first. */
  runs: RunSummary[];
  /** Whether sets and runs were read. */
  ready: boolean;
  error: unknown;
  /** The run whose results are shown. */
  run: RunSummary | undefined;
  filter: SampleFilter;
  chooseSet: (id: string) => void;
  chooseRun: (id: string) => void;
  changeFilter: (change: Partial<SampleFilter>) => void;
}

const ChosenContext = createContext<Chosen | null>(null);

export function ChosenProvider({ children }: { children: ReactNode }) {
  const sets = useSampleSets();
  const allRuns = useRuns();
  const [setId, chooseSet] = useState<string | null>(null);
  const [runId, chooseRun] = useState<string | null>(null);
  const [filter, setFilter] = useState<SampleFilter>({ part: 'all', disputed: true });

  const chosen = useMemo<Chosen>(() => {
    const set = chosenSet(sets.data ?? [], allRuns.data ?? [], setId);
    const runs = (allRuns.data ?? [])
      .filter(({ run }) => run.set_id === set?.set.id)
      .toSorted((one, other) => (one.run.created_at < other.run.created_at ? 1 : -1));
    return {
      sets: sets.data,
      set,
      runs,
      ready: sets.data !== undefined && allRuns.data !== undefined,
      error: sets.error ?? allRuns.error,
      run: runs.find(({ run }) => run.id === runId) ?? runs.find(({ scored }) => scored > 0) ?? runs[0],
      filter,
      chooseSet,
      chooseRun,
      changeFilter: (change) => setFilter((before) => ({ ...before, ...change })),
    };
  }, [sets.data, sets.error, allRuns.data, allRuns.error, setId, runId, filter]);
  return <ChosenContext value={chosen}>{children}</ChosenContext>;
}

/** The set that was chosen; until then the one with the newest run, else the newest. */
function chosenSet(
  sets: readonly SampleSetSummary[],
  runs: readonly RunSummary[],
  id: string | null,
): SampleSetSummary | undefined {
  const known = sets.find(({ set }) => set.id === id);
  if (known !== undefined) return known;
  const newest = runs.toSorted((one, other) => (one.run.created_at < other.run.created_at ? 1 : -1));
  const used = newest.map(({ run }) => sets.find(({ set }) => set.id === run.set_id)).find((set) => set !== undefined);
  return used ?? sets.toSorted((one, other) => (one.set.created_at < other.set.created_at ? 1 : -1))[0];
}

export function useChosen(): Chosen {
  const chosen = useContext(ChosenContext);
  if (chosen === null) throw new Error('useChosen needs a ChosenProvider around it.');
  return chosen;
}
