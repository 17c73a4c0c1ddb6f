import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { failingDisk } from '../../test/stand-ins/failing-disk.ts';
import { runConfiguration } from '../../test/stand-ins/sample-sets.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import type { Run, RunRow } from '../contract/runs.ts';
import { openWorkspace } from '../store/workspace.ts';
import type { PlannedSample } from './run-files.ts';
import { openRuns } from './run-store.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const run: Run = {
  format: 1,
  id,
  set_id: '01890a5d-ac96-774b-bcce-b302099a8058',
  set_sha256: 'a'.repeat(64),
  part: 'all',
  samples: 3,
  configuration: runConfiguration('/models/a.gguf'),
  identity: null,
  state: 'running',
  fault: null,
  created_at: '2026-03-01T08:00:00.000Z',
  started_at: null,
  ended_at: null,
  wall_seconds: 0,
  cpu_seconds: 0,
  peak_memory_bytes: 0,
  tokens_evaluated: 0,
  tokens_reused: 0,
  drift: null,
};
const plan: PlannedSample[] = ['a', 'b', 'c'].map((sample) => [sample, 'b'.repeat(64)]);

function scored(sample: string, probability = 0.5): RunRow {
  return {
    status: 'scored',
    sample,
    probabilities: [probability, 1 - probability],
    logits: [0, 0],
    option_mass: null,
    order_flip: null,
    input_tokens: 3,
    evaluated_tokens: 3,
    seconds: 0.1,
    prompt_sha256: 'c'.repeat(64),
  };
}

function failed(sample: string): RunRow {
  return {
    status: 'failed',
    sample,
    fault: { code: 'TOO_MANY_TOKENS', message: '', next: '', fields: [] },
    seconds: 0,
  };
}

async function open(folder: string) {
  const disk = failingDisk();
  const workspace = await openWorkspace(disk, folder, 'the test', () => undefined);
  const close = () => workspace.close();
  onTestFinished(close);
  return { store: await openRuns(workspace), workspace, disk, close };
}

/** A run with rows for `a` and `b`, closed. */
async function storedRun() {
  const folder = temporaryFolder();
  const { store, close } = await open(folder);
  await store.create(run, plan);
  const writer = await store.openRows(id);
  await writer.add([scored('a'), failed('b')]);
  await writer.close();
  await close();
  return { folder, rows: join(folder, 'runs', id, 'rows.jsonl'), document: join(folder, 'runs', id, 'run.json') };
}

describe('a run on disk', () => {
  it('is there after a restart, paused with words when it was under way', async () => {
    const { folder } = await storedRun();
    const { store } = await open(folder);
    expect(store.get(id)).toMatchObject({ state: 'paused', fault: { code: 'CANCELLED' } });
    expect(await store.counts(id)).toEqual({ scored: 1, failed: 1 });
    expect(await store.plan(id)).toEqual(plan);
  });

  it('counts the last row of a sample, in its first place', async () => {
    const { folder } = await storedRun();
    const { store } = await open(folder);
    const writer = await store.openRows(id);
    await writer.add([scored('c'), scored('b')]);
    await writer.close();
    const { rows } = await store.rows(id);
    expect(rows).toEqual([scored('a'), scored('b'), scored('c')]);
    expect(await store.counts(id)).toEqual({ scored: 3, failed: 0 });
  });

  it('drops half a row at its end, and adds behind what is whole', async () => {
    const { folder, rows } = await storedRun();
    appendFileSync(rows, '{"status":"scored","sample":"c","proba');
    const { store } = await open(folder);
    expect(await store.counts(id)).toEqual({ scored: 1, failed: 1 });
    const writer = await store.openRows(id);
    await writer.add([scored('c')]);
    await writer.close();
    const lines = readFileSync(rows, 'utf8').split('\n').slice(0, -1);
    expect(lines.map((line) => JSON.parse(line).sample)).toEqual(['a', 'b', 'c']);
  });

  it('names other damage with its line', async () => {
    const { folder, rows } = await storedRun();
    writeFileSync(rows, readFileSync(rows, 'utf8').replace('"logits"', '"logit"'));
    const { store } = await open(folder);
    await expect(store.rows(id)).rejects.toMatchObject({
      code: 'FILE_DAMAGED',
      message: expect.stringContaining(`${rows}, line 1`),
    });
    await expect(store.openRows(id)).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
  });

  it.each([
    ['no JSON', (document: string) => writeFileSync(document, '{')],
    ['of a later version', (document: string) => writeFileSync(document, JSON.stringify({ ...run, format: 2 }))],
    ['gone', (document: string) => rmSync(document)],
  ])('is named when its document is %s, and the rest opens', async (_, damage) => {
    const { folder, document } = await storedRun();
    damage(document);
    const { store, workspace } = await open(folder);
    expect(store.list()).toEqual([]);
    expect(workspace.damaged).toMatchObject([{ code: 'FILE_DAMAGED' }]);
  });

  it.each(['write', 'sync'] as const)('counts no row whose %s failed', async (step) => {
    const { folder, rows } = await storedRun();
    const before = readFileSync(rows, 'utf8');
    const { store, disk } = await open(folder);
    const writer = await store.openRows(id);
    disk.fail(step);
    await expect(writer.add([scored('c')])).rejects.toMatchObject({ code: 'IO_FAILED' });
    disk.fail('none');
    expect((await store.rows(id)).rows).toHaveLength(2);
    expect(readFileSync(rows, 'utf8')).toBe(before);
    await writer.add([scored('c')]);
    await writer.close();
    expect(readFileSync(rows, 'utf8')).toBe(`${before}${JSON.stringify(scored('c'))}\n`);
  });

  it('goes into the trash', async () => {
    const { folder } = await storedRun();
    const { store } = await open(folder);
    await store.remove(id);
    expect(store.list()).toEqual([]);
    expect(JSON.parse(readFileSync(join(folder, 'trash', id, 'run.json'), 'utf8')).id).toBe(id);
    await expect(store.counts(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
