import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Devices } from '../../adapter/engine/read-devices.ts';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { failingDisk } from '../../test/stand-ins/failing-disk.ts';
import { fakeEngine } from '../../test/stand-ins/fake-engine.ts';
import { faultOf } from '../../test/stand-ins/fault-of.ts';
import { foreignFolders } from '../../test/stand-ins/foreign-folders.ts';
import { manualOrigin } from '../../test/stand-ins/manual-origin.ts';
import { collect } from '../../test/stand-ins/open-test-workbench.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { composeWorkbench } from '../compose-workbench.ts';
import { openFileIndex } from '../models/file-index.ts';
import { createModelLibrary } from '../models/model-library.ts';
import { stampFile } from '../models/stamp-file.ts';

const devices = async (): Promise<Devices> => ({
  memory: { name: 'main memory', total: 8e9, free: 4e9 },
  gpu: null,
  mathCores: 4,
  parallelism: 4,
});

/** A workbench with a real library over made-up folders, and an engine without one. */
async function open(folder = temporaryFolder()) {
  const home = join(folder, 'home');
  const modelsFolder = join(folder, 'models');
  mkdirSync(home, { recursive: true });
  const engine = fakeEngine();
  const log = () => undefined;
  const workbench = await composeWorkbench(
    {
      kind: 'browser',
      version: '1.2.3',
      workspaceFolder: join(folder, 'workspace'),
      modelsFolder,
      surroundings: { env: {}, platform: 'linux', homeFolder: home },
      pickModelFiles: null,
      tryModel: async () => ({ outcome: 'fine' }),
    },
    {
      createEngineOwner: () => engine,
      createModelLibrary,
      fs: failingDisk(),
      origin: manualOrigin(),
      log: { info: log, error: log },
      devices,
    },
  );
  const close = () => workbench.close();
  onTestFinished(close);
  const client = createRouterClient(workbench.router, { context: {} });
  const jobOf = async (id: string) => (await client.jobs.list()).find((job) => job.id === id);
  /** Waits until a job has ended, and gives its fault. */
  const end = (job: { id: string }) =>
    vi.waitFor(async () => {
      const now = await jobOf(job.id);
      expect(['done', 'failed', 'cancelled']).toContain(now?.state);
      return now?.fault ?? null;
    }, 20_000);
  return { folder, home, modelsFolder, engine, workbench, client, close, end };
}

function own(modelsFolder: string, name = 'own.gguf'): string {
  mkdirSync(modelsFolder, { recursive: true });
  const path = join(modelsFolder, name);
  copyFileSync(tinyPaths.llama, path);
  return path;
}

describe('models of other programs', () => {
  it('are listed, hashed in the background, described, and never deleted', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'home'));
    const found = foreignFolders(join(folder, 'home'));
    const { client } = await open(folder);
    await vi.waitFor(async () => {
      const models = await client.models.list();
      expect(models).toHaveLength(6);
      expect(models.every(({ sha256 }) => sha256 !== null)).toBe(true);
    }, 20_000);
    const info = await client.models.info({ path: found.ollamaBlob });
    expect(info).toMatchObject({
      model: { owner: 'ollama', origin: 'found' },
      removable: false,
      runs: [],
      check: null,
    });
    expect(await faultOf(client.models.remove({ path: found.ollamaBlob }))).toMatchObject({ code: 'CONFLICT' });
    expect(existsSync(found.ollamaBlob)).toBe(true);
  });

  it('that come into a folder that was added are told of', async () => {
    const { client, home } = await open();
    const place = join(home, 'mine');
    mkdirSync(place);
    copyFileSync(tinyPaths.llama, join(place, 'a.gguf'));
    await client.models.add({ path: place });
    const events = collect(await client.app.events());
    // The watch begins a moment after the place was added.
    await vi.waitFor(
      () => {
        copyFileSync(tinyPaths.noTemplate, join(place, 'b.gguf'));
        const last = events.findLast((event) => event.type === 'models');
        expect(last?.type === 'models' ? last.models.map(({ file }) => file) : []).toEqual(['a.gguf', 'b.gguf']);
      },
      { timeout: 20_000, interval: 2_000 },
    );
  });
});

describe('a model of our own', () => {
  it('is deleted when it is asked for, but not while it is loaded', async () => {
    const { client, engine, modelsFolder, end } = await open();
    const path = own(modelsFolder);
    expect(await client.models.refresh()).toMatchObject([{ path, origin: 'downloaded', owner: 'app' }]);
    await end(await client.engine.load({ path }));
    expect(await faultOf(client.models.remove({ path }))).toMatchObject({ code: 'CONFLICT' });
    await client.engine.unload();
    expect(await client.models.remove({ path })).toEqual([]);
    expect(existsSync(path)).toBe(false);
    expect(engine.state().status).toBe('empty');
  });

  it('is fitted to the settings in force, or to others, and to a decision', async () => {
    const { client, modelsFolder, end } = await open();
    const path = own(modelsFolder);
    const fit = await client.models.fit({ path });
    expect(fit).toMatchObject({ path, verdict: 'fits', context_tokens: 8192, measured: null, gpu_layers: 0 });
    const engine = { ...(await client.settings.get()).engine, contextTokens: 16_384 };
    const wider = await client.models.fit({ path, engine });
    expect(wider.devices[0]?.need).toBeGreaterThan(fit.devices[0]?.need ?? Number.POSITIVE_INFINITY);
    expect((await client.models.fit({ path, tokens: 900 })).suggestion.engine.contextTokens).toBe(2048);
    // Counted with the loaded model: the stand-in has one token for any decision.
    await end(await client.engine.load({ path }));
    const [decision] = await client.decisions.list();
    const counted = await client.models.fit({ path, document: decision?.id ?? '' });
    expect(counted.suggestion.why.join(' ')).toContain('your longest decision has 1 tokens');
    expect(await faultOf(client.models.fit({ path: `${path}.none` }))).toMatchObject({ code: 'MODEL_MISSING' });
  });

  it('is checked as a job, whose outcome lasts, and what was loaded before comes back', async () => {
    const { client, engine, modelsFolder, end, close, folder } = await open();
    const path = own(modelsFolder);
    const other = own(modelsFolder, 'other.gguf');
    await end(await client.engine.load({ path: other }));
    const job = await client.models.check({ path });
    expect(job).toMatchObject({ kind: 'check-model', title: 'Check own.gguf' });
    expect(await end(job)).toBeNull();
    const { check } = await client.models.info({ path });
    expect(check).toMatchObject({ decisions: 12, thinking: 'none' });
    await vi.waitFor(() => expect(engine.state()).toMatchObject({ status: 'ready', path: other }));
    await close();
    const later = await open(folder);
    expect((await later.client.models.info({ path })).check).toEqual(check);
  });
});

describe('a file that ended a process', () => {
  it('is shown as such, and loaded when it is tried again', async () => {
    const { modelsFolder, folder, close } = await open();
    const path = own(modelsFolder);
    await close();
    const stamp = await stampFile(path);
    if (stamp === null) throw new Error('the file is there');
    const crash = { reason: 'SIGSEGV', at: '2026-01-01T00:00:00.000Z' };
    await openFileIndex(modelsFolder).remember(path, stamp, { crash });
    const later = await open(folder);
    expect(await later.client.models.refresh()).toMatchObject([{ tried: 'crashed' }]);
    expect((await later.client.models.info({ path })).crash).toEqual(crash);
    expect(await later.end(await later.client.models.tryAgain({ path }))).toBeNull();
    expect((await later.client.models.info({ path })).crash).toBeNull();
  });

  it('while it was loaded is not loaded by itself at the next start', async () => {
    const first = await open();
    const path = own(first.modelsFolder);
    await first.end(await first.client.engine.load({ path }));
    await first.close();
    // As a killed process leaves it; no process has this number.
    writeFileSync(join(first.modelsFolder, 'loading-99999999.json'), JSON.stringify({ path, pid: 99_999_999 }));
    const second = await open(first.folder);
    await vi.waitFor(() =>
      expect(second.engine.state()).toMatchObject({
        status: 'failed',
        path,
        fault: { message: expect.stringContaining('ended while own.gguf was being loaded') },
      }),
    );
    expect(second.engine.loads).toEqual([]);
    await second.close();
    const third = await open(first.folder);
    await vi.waitFor(() => expect(third.engine.state()).toMatchObject({ status: 'ready', path }));
  });
});

describe('a machine that sleeps', () => {
  it('takes the model of a GPU along, and tells everybody what is true when it wakes', async () => {
    const { client, engine, workbench, modelsFolder, end } = await open();
    const path = own(modelsFolder);
    await end(await client.engine.load({ path }));
    await workbench.sleep();
    expect(engine.state().status).toBe('ready');
    const ready = engine.state();
    if (ready.status !== 'ready') throw new Error('it is ready');
    const state = vi.spyOn(engine, 'state');
    state.mockReturnValue({ ...ready, report: { ...ready.report, backend: 'vulkan' } });
    await workbench.sleep();
    state.mockRestore();
    expect(engine.state()).toMatchObject({ status: 'empty', unloaded: { path, reason: 'sleep' } });
    const events = collect(await client.app.events());
    workbench.wake();
    await vi.waitFor(() => expect(events.map(({ type }) => type)).toContain('engine'));
  });
});
