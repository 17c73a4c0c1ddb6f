import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRouterClient } from '@orpc/server';
import type { FitRequest } from '../../workbench/contract/configurations.ts';
import { openWorkbench } from '../../workbench/open-workbench.ts';
import { askedSha256 } from '../../workbench/runs/asked-sha256.ts';
import { openRuns } from '../../workbench/runs/run-store.ts';
import { type Sample, sampleSchema } from '../../workbench/samples/sample.ts';
import { openSamples } from '../../workbench/samples/store/sample-store.ts';
import { fillWords, seedRandom, WORDS } from '../../workbench/statistics/random.ts';
import { diskFileSystem } from '../../workbench/store/file-system.ts';
import { openWorkspace } from '../../workbench/store/workspace.ts';
import { machineOrigin } from '../../workbench/uuid-v7.ts';
import { type MadeRow, madeQuestion, madeReading } from '../stand-ins/run-readings.ts';

const samples = 10_000;
const options = ['billing', 'account_access', 'sales', 'other'];
/** Of each the shortest counts: a block of ours is there every time, one of other programs is not. */
const rounds = 5;
/** What the app promises of its own code, in ms. */
const longestBlock = 50;

/** Everything that a fit can compute. */
const request: Omit<FitRequest, 'run_id'> = {
  temperature: true,
  prior: true,
  rule: {
    rule: 'costs',
    wrong: options.map((_, row) => options.map((_, column) => (row === column ? 0 : 5))),
    abstain: 1,
  },
  fallback: 'human',
};

/** A fit and a verification as the app is asked for them: the rows are read from the disk, the answer is waited for. */
export async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'bench-fit-'));
  try {
    const run_id = await writeRun(folder);
    const blocks = { fit: Number.POSITIVE_INFINITY, verify: Number.POSITIVE_INFINITY };
    let seconds = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round += 1) {
      const workbench = await openWorkbench({
        kind: 'browser',
        version: '0.0.0',
        workspaceFolder: folder,
        modelsFolder: join(folder, 'models'),
        pickModelFiles: null,
        tryModel: async () => ({ outcome: 'fine' }),
        fitWorker: join(process.cwd(), 'dist/node/fit-worker.js'),
      });
      try {
        const client = createRouterClient(workbench.router, { context: {} });
        const fit = await watch(() => client.configurations.fit({ ...request, run_id }));
        const { sha256 } = await client.configurations.save({ name: 'Bench', request: { ...request, run_id } });
        const verify = await watch(() => client.configurations.verify({ sha256, run_id }));
        blocks.fit = Math.min(blocks.fit, fit.block);
        blocks.verify = Math.min(blocks.verify, verify.block);
        seconds = Math.min(seconds, fit.seconds);
      } finally {
        await workbench.close();
      }
    }
    const name = `fit on ${samples} samples`;
    return [
      { name: `${name}: longest block of the event loop`, value: blocks.fit, unit: 'ms', limit: longestBlock },
      {
        name: `verification on ${samples} samples: longest block of the event loop`,
        value: blocks.verify,
        unit: 'ms',
        limit: longestBlock,
      },
      { name, value: seconds, unit: 's' },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function watch(work: () => Promise<unknown>): Promise<{ block: number; seconds: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  await sleep(100);
  delay.enable();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  // The last block is counted when the next turn begins.
  await sleep(5);
  delay.disable();
  return { block: delay.max / 1e6, seconds };
}

/** Writes a workspace with one set and a run that scored all of it; the model is right three times of four. */
async function writeRun(folder: string): Promise<string> {
  const words = new Int32Array(samples * 2);
  fillWords(seedRandom(1), words);
  const uniform = (index: number) => ((words[index] ?? 0) >>> 0) / WORDS;
  const rows = Array.from({ length: samples }, (_, index): MadeRow => {
    const choice = index % options.length;
    const right = uniform(2 * index) < 0.75;
    const confidence = 0.4 + 0.59 * uniform(2 * index + 1);
    return {
      label: options[(choice + (right ? 0 : 1)) % options.length] ?? null,
      probabilities: options.map((_, option) => (option === choice ? confidence : (1 - confidence) / 3)),
      part: 'tune',
    };
  });
  const reading = madeReading(options, rows);
  const all = reading.samples.map(
    ({ id, label }): Sample => sampleSchema.parse({ id, label, evidence: { format: 'text', text: `The case ${id}.` } }),
  );
  const question = madeQuestion(options);
  const workspace = await openWorkspace(diskFileSystem, folder, 'the bench', () => undefined);
  try {
    const store = await openSamples(workspace, machineOrigin);
    const set = await store.create({ name: 'Bench', binding: { kind: 'bound', decision: null, question } }, all);
    const runs = await openRuns(workspace);
    const run = { ...reading.run, set_id: set.id, configuration: { ...reading.run.configuration, question } };
    await runs.create(
      run,
      all.map((sample) => [sample.id, askedSha256(sample)]),
    );
    const writer = await runs.openRows(run.id);
    await writer.add(reading.rows);
    await writer.close();
    return run.id;
  } finally {
    await workspace.close();
  }
}
