import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import type { RunSummary } from '../../workbench/contract/runs.ts';
import { openWorkbench } from '../../workbench/open-workbench.ts';
import { sampleOf } from '../stand-ins/sample-sets.ts';
import { processConfiguration, processQuestion } from './process-run.ts';

/** What this process tells, a line each. */
export type Told =
  | { told: 'rows'; scored: number }
  | { told: 'paused'; scored: number; fault: string | null }
  | { told: 'done'; run: RunSummary };

// Arguments: the folder, the model, how many samples, how many runs to start, and after how many rows to pause and quit
// (0: never). A workspace with runs is gone on with.
const [folder = '', model = '', samples = '0', runs = '1', pauseAt = '0'] = process.argv.slice(2);

function tell(told: Told): void {
  writeSync(1, `${JSON.stringify(told)}\n`);
}

const workbench = await openWorkbench({
  kind: 'browser',
  version: '0.0.0',
  workspaceFolder: join(folder, 'workspace'),
  modelsFolder: join(folder, 'models'),
  pickModelFiles: null,
  tryModel: async () => ({ outcome: 'fine' }),
});
const client = createRouterClient(workbench.router, { context: {} });

const known = await client.runs.list();
for (const { run, scored } of known) {
  tell({ told: 'paused', scored, fault: run.fault?.message ?? null });
  if (run.state !== 'done') await client.runs.resume({ id: run.id });
}
if (known.length === 0) {
  const { set } = await client.samples.create({
    name: 'Many',
    binding: { kind: 'bound', decision: null, question: processQuestion },
  });
  const all = Array.from({ length: Number(samples) }, (_, index) => {
    // Of different lengths, so that the borders of their prompts lie at different places.
    const text = `Case ${index}: ${'the printer is late. '.repeat(index % 7)}`;
    return { edit: 'add' as const, sample: sampleOf(`s-${index}`, { evidence: { format: 'text', text } }) };
  });
  await client.samples.edit({ id: set.id, edits: all });
  const configurations = Array.from({ length: Number(runs) }, () => processConfiguration(model));
  await client.runs.start({ set_id: set.id, part: 'all', configurations });
}

let told = -1;
for (;;) {
  const list = await client.runs.list();
  const rows = list.reduce((sum, { scored }) => sum + scored, 0);
  if (rows !== told) tell({ told: 'rows', scored: rows });
  told = rows;
  const [first] = list;
  if (first !== undefined && first.run.state === 'running' && Number(pauseAt) > 0 && rows >= Number(pauseAt)) {
    await client.runs.pause({ id: first.run.id });
    break;
  }
  if (list.every(({ run, job }) => run.state === 'failed' || (run.state === 'done' && job === null))) {
    for (const run of list) tell({ told: 'done', run });
    break;
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
}
await workbench.close();
process.exit(0);
