import { asFault, Fault } from '../../adapter/fault.ts';
import type { Run, RunRow } from '../contract/runs.ts';
import type { LineAppender } from '../store/json-lines.ts';
import type { Workspace } from '../store/workspace.ts';
import { createRowTable, type RowTable } from './row-table.ts';
import { openRunFiles, type PlannedSample } from './run-files.ts';

/** Runs whose rows stay in memory beside those that are under way: as many as a comparison shows. */
const KEPT_RUNS = 12;

export interface RunStore {
  /** Newest first. */
  list(): Run[];
  /** @throws Fault NOT_FOUND */
  get(id: string): Run;
  /** Resolves when the run is on disk. @throws Fault IO_FAILED, WORKSPACE_LOCKED */
  create(run: Run, plan: readonly PlannedSample[]): Promise<void>;
  /** Takes effect at once; resolves when it is on disk. @throws Fault NOT_FOUND, IO_FAILED, WORKSPACE_LOCKED */
  change(id: string, change: Partial<Run>): Promise<Run>;
  plan(id: string): Promise<PlannedSample[]>;
  /** @throws Fault NOT_FOUND, FILE_DAMAGED, IO_FAILED */
  rows(id: string): Promise<RowTable>;
  /** How many samples have a row; from memory after the first time. */
  counts(id: string): Promise<{ scored: number; failed: number }>;
  /** Opens the rows to add some; one at a time for each run. */
  openRows(id: string): Promise<RowWriter>;
  /** Moves the run into the workspace's `trash/`. */
  remove(id: string): Promise<void>;
}

/** Adds rows to a run. Close it before another is opened. */
export interface RowWriter {
  /** Resolves when the rows last and are counted. @throws Fault IO_FAILED, WORKSPACE_LOCKED; then none of them counts */
  add(rows: readonly RunRow[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Reads what runs a workspace has. Those that were under way when the app ended are paused, with words; what cannot be
 * read is named in the workspace and left alone.
 */
export async function openRuns(workspace: Workspace): Promise<RunStore> {
  const files = openRunFiles(workspace);
  const runs = new Map<string, Run>();
  const tables = new Map<string, Promise<RowTable>>();
  const plans = new Map<string, Promise<PlannedSample[]>>();
  const counted = new Map<string, { scored: number; failed: number }>();
  const writing = new Set<string>();

  for (const id of await files.ids()) {
    try {
      const run = await files.readRun(id);
      if (run === null) continue;
      runs.set(id, run);
      if (run.state === 'running' || run.state === 'queued') {
        runs.set(id, { ...run, state: 'paused', fault: interrupted(run).toData() });
      }
    } catch (error) {
      workspace.damaged.push(asFault(error));
    }
  }

  function get(id: string): Run {
    const run = runs.get(id);
    if (run === undefined) throw new Fault('NOT_FOUND', `There is no run ${id}.`, 'Choose one of the list.');
    return run;
  }

  /** What was read of a run, from memory after the first time. */
  function keep<T>(kept: Map<string, Promise<T>>, id: string, read: () => Promise<T>): Promise<T> {
    get(id);
    const known = kept.get(id);
    const value = known ?? read();
    // Put at the end anew: the first are those that nobody asked for lately.
    kept.delete(id);
    kept.set(id, value);
    if (known === undefined) value.catch(() => kept.delete(id));
    for (const old of kept.keys()) {
      if (kept.size <= KEPT_RUNS) break;
      if (!writing.has(old) && old !== id) kept.delete(old);
    }
    return value;
  }

  const rows = (id: string) => keep(tables, id, () => files.readRows(id).then(createRowTable));

  return {
    list: () => [...runs.values()].sort(newestFirst),
    get,
    async create(run, plan) {
      workspace.assertWritable();
      await files.create(run, plan);
      runs.set(run.id, run);
    },
    async change(id, change) {
      const run = { ...get(id), ...change };
      runs.set(id, run);
      workspace.assertWritable();
      await files.writeRun(run);
      return run;
    },
    plan: (id) => keep(plans, id, () => files.readPlan(id)),
    rows,
    async counts(id) {
      const known = counted.get(id);
      if (known !== undefined && !writing.has(id)) return known;
      const { scored, failed } = await rows(id);
      counted.set(id, { scored, failed });
      return { scored, failed };
    },
    async openRows(id) {
      const table = await rows(id);
      const lines: LineAppender = await files.openRows(id);
      writing.add(id);
      return {
        async add(added) {
          if (added.length === 0) return;
          workspace.assertWritable();
          await lines.append(added);
          for (const row of added) table.add(row);
        },
        async close() {
          writing.delete(id);
          counted.set(id, { scored: table.scored, failed: table.failed });
          await lines.close();
        },
      };
    },
    async remove(id) {
      get(id);
      workspace.assertWritable();
      await files.moveToTrash(id);
      for (const kept of [runs, tables, plans, counted]) kept.delete(id);
    },
  };
}

/** What a run says that the app left behind. */
export function interrupted(run: Run): Fault {
  return new Fault(
    'CANCELLED',
    run.state === 'queued'
      ? 'The app ended before this run began.'
      : 'The app ended while this run was under way. What was scored until then is kept.',
    'Resume it: it goes on with the samples that have no row yet.',
  );
}

function newestFirst(a: Run, b: Run): number {
  return b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id);
}
