import { Fault } from '../../adapter/fault.ts';
import type { RunReading } from '../configurations/run-reader.ts';
import type { RunRow, RunSummary } from '../contract/runs.ts';
import type { SampleSetSummary } from '../contract/samples.ts';
import type { WorkbenchClient } from './with-workbench.ts';

/** As many rows as one call answers. */
const PAGE = 5000;

/**
 * A run with its rows and the labels as they are now.
 * @throws Fault as the procedures
 */
export async function readRun(client: WorkbenchClient, { run }: RunSummary): Promise<RunReading> {
  const set = (await client.samples.list()).find((one) => one.set.id === run.set_id);
  const rows: RunRow[] = [];
  for (;;) {
    const page = await client.runs.rows({ id: run.id, from: rows.length, limit: PAGE });
    rows.push(...page.rows);
    if (page.rows.length === 0 || rows.length >= page.total) break;
  }
  const samples: RunReading['samples'] = [];
  for (;;) {
    const page = await client.runs.samples({ set_id: run.set_id, from: samples.length, limit: PAGE });
    samples.push(...page.samples);
    if (page.samples.length === 0 || samples.length >= page.total) break;
  }
  return { run, question: run.configuration.question, rows, samples, set_sha256: set?.sha256 ?? run.set_sha256 };
}

/**
 * The set with this name, or this id.
 * @throws Fault INVALID_REQUEST when there is none, or more than one
 */
export async function findSet(client: WorkbenchClient, named: string): Promise<SampleSetSummary> {
  const sets = await client.samples.list();
  const found = sets.filter(({ set }) => set.id === named || set.name === named);
  return theOne(
    found,
    named,
    'sample set',
    '--set',
    sets.map(({ set }) => set.name),
  );
}

/**
 * The run with this id (its beginning is enough) or this name.
 * @throws Fault INVALID_REQUEST when there is none, or more than one
 */
export async function findRun(client: WorkbenchClient, named: string): Promise<RunSummary> {
  const runs = await client.runs.list();
  const found = runs.filter(({ run }) => run.configuration.name === named || run.id.startsWith(named));
  return theOne(
    found,
    named,
    'run',
    'RUN',
    runs.map(({ run }) => `${run.id} (${run.configuration.name})`),
  );
}

/** Names that a message lists before it stops. */
const MAX_NAMES = 20;

function theOne<T>(found: readonly T[], named: string, what: string, path: string, all: readonly string[]): T {
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  const message =
    first === undefined ? `There is no ${what} “${named}”.` : `More than one ${what} is called “${named}”.`;
  const limit = all.length === 0 ? `there is no ${what} yet` : all.slice(0, MAX_NAMES).join(', ');
  throw new Fault('INVALID_REQUEST', message, 'Name one of those that exist, by its id if need be.', {
    fields: [{ path, message, limit }],
  });
}
