import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { starterPath } from '../../test/stand-ins/fake-library.ts';
import { faultOf } from '../../test/stand-ins/fault-of.ts';
import { openTestWorkbench } from '../../test/stand-ins/open-test-workbench.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';

const path = '/models/a.gguf';

describe('models and engine', () => {
  it('loads as a job, remembers the model and loads it again at the next start', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'files'));
    const file = join(folder, 'files', 'a.gguf');
    writeFileSync(file, '');
    const first = await openTestWorkbench({ folder });
    const job = await first.client.engine.load({ path: file });
    expect(job).toMatchObject({ kind: 'load-model', title: 'Load a.gguf', pausable: false });
    await vi.waitFor(async () => expect((await first.client.settings.get()).last_model).toBe(file));
    expect(first.engine.loads[0]?.settings).toEqual((await first.client.settings.get()).engine);
    await first.close();
    expect(first.engine.closed).toBe(true);

    const { engine } = await openTestWorkbench({ folder, hasStarter: true });
    await vi.waitFor(() => expect(engine.state()).toMatchObject({ status: 'ready', path: file }));
  });

  it('says at start that the model of last time is gone, and goes on', async () => {
    const folder = temporaryFolder();
    const first = await openTestWorkbench({ folder });
    await first.client.settings.change({ last_model: join(folder, 'gone.gguf') });
    await first.close();
    const { client, engine } = await openTestWorkbench({ folder, hasStarter: true });
    await vi.waitFor(() =>
      expect(engine.state()).toMatchObject({ status: 'failed', fault: { code: 'MODEL_MISSING' } }),
    );
    expect(engine.loads).toEqual([]);
    expect(await client.decisions.list()).toHaveLength(1);
  });

  it('loads the starter at start when it is there and nothing else was chosen', async () => {
    const { engine } = await openTestWorkbench({ hasStarter: true });
    await vi.waitFor(() => expect(engine.state()).toMatchObject({ status: 'ready', path: starterPath }));
    const without = await openTestWorkbench();
    await without.client.models.list();
    expect(without.engine.state().status).toBe('empty');
  });

  it('lets the last of several loads win', async () => {
    const { client, engine } = await openTestWorkbench();
    engine.hold = true;
    const first = await client.engine.load({ path });
    const second = await client.engine.load({ path: '/models/b.gguf' });
    const third = await client.engine.load({ path: '/models/c.gguf' });
    const stateOf = async (id: string) => (await client.jobs.list()).find((job) => job.id === id)?.state;
    await vi.waitFor(async () => expect(await stateOf(third.id)).toBe('running'));
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['cancelled', 'cancelled']);
    engine.release();
    await vi.waitFor(() => expect(engine.state()).toMatchObject({ status: 'ready', path: '/models/c.gguf' }));
    await vi.waitFor(async () => expect((await client.settings.get()).last_model).toBe('/models/c.gguf'));
  });

  it('gives back what a person had loaded when checking another model fails', async () => {
    const { client, engine } = await openTestWorkbench();
    engine.hold = true;
    await client.engine.load({ path });
    // Its turn comes when that load is over.
    const check = await client.models.check({ path: '/models/bad.gguf' });
    engine.release();
    engine.hold = false;
    const stateOf = async (id: string) => (await client.jobs.list()).find((job) => job.id === id)?.state;
    await vi.waitFor(async () => expect(await stateOf(check.id)).toBe('failed'));
    await vi.waitFor(() => expect(engine.state()).toMatchObject({ status: 'ready', path }));
    expect(engine.loads.map((load) => load.path)).toEqual([path, '/models/bad.gguf', path]);
  });

  it('keeps no check during which another model was loaded, and leaves that one', async () => {
    const { client, engine, folder } = await openTestWorkbench();
    const file = join(folder, 'checked.gguf');
    copyFileSync(tinyPaths.llama, file);
    const run = { job: 'j', signal: new AbortController().signal, onProgress: () => undefined };
    const settings = (await client.settings.get()).engine;
    let exchanged = false;
    engine.failing = () => {
      if (!exchanged) void engine.load('/models/b.gguf', settings, run);
      exchanged = true;
      return false;
    };
    const { id } = await client.models.check({ path: file });
    const job = async () => (await client.jobs.list()).find((one) => one.id === id);
    await vi.waitFor(async () => expect(await job()).toMatchObject({ state: 'failed', fault: { code: 'CONFLICT' } }));
    expect(engine.state()).toMatchObject({ status: 'ready', path: '/models/b.gguf' });
  });

  it('loads the model anew when the engine’s settings change, and only then', async () => {
    const { client, engine } = await openTestWorkbench();
    const settings = (await client.settings.get()).engine;
    await client.settings.change({ engine: { ...settings, threads: 3 } });
    expect(engine.loads).toEqual([]);
    await client.engine.load({ path });
    await vi.waitFor(async () => expect((await client.settings.get()).last_model).toBe(path));
    await client.settings.change({ color_scheme: 'dark', engine: { ...settings, threads: 3 } });
    expect(engine.loads).toHaveLength(1);
    await client.settings.change({ engine: { ...settings, threads: 2 } });
    await vi.waitFor(() => expect(engine.loads.map((load) => load.settings.threads)).toEqual([3, 2]));
    await vi.waitFor(() => expect(engine.state().status).toBe('ready'));
  });

  it('tells a failed load as the job’s and the engine’s fault', async () => {
    const { client, engine } = await openTestWorkbench();
    const { id } = await client.engine.load({ path: '/models/bad.gguf' });
    await vi.waitFor(async () =>
      expect((await client.jobs.list()).find((job) => job.id === id)).toMatchObject({
        state: 'failed',
        fault: { code: 'MODEL_UNREADABLE' },
      }),
    );
    expect(engine.state()).toMatchObject({ status: 'failed' });
    expect((await client.settings.get()).last_model).toBeNull();
  });

  it('unloads, and cancels a load for it', async () => {
    const { client, engine } = await openTestWorkbench();
    engine.hold = true;
    const { id } = await client.engine.load({ path });
    expect(await client.engine.unload()).toEqual({ status: 'empty' });
    expect((await client.jobs.list()).find((job) => job.id === id)?.state).toBe('cancelled');
  });

  it('refuses a path that depends on a current folder', async () => {
    const { client } = await openTestWorkbench();
    expect((await faultOf(client.engine.load({ path: 'a.gguf' }))).fields[0]?.path).toBe('path');
  });

  it('fetches the starter once, and loads it when it is there', async () => {
    const { client, engine, library } = await openTestWorkbench();
    const job = await client.models.fetchStarter();
    expect((await client.models.fetchStarter()).id).toBe(job.id);
    await vi.waitFor(async () =>
      expect((await client.jobs.list())[0]).toMatchObject({ progress: { done: 50, total: 100, unit: 'bytes' } }),
    );
    library.endFetch();
    await vi.waitFor(() => expect(engine.state()).toMatchObject({ status: 'ready', path: starterPath }));
  });

  it('cancels a fetch', async () => {
    const { client } = await openTestWorkbench();
    const { id } = await client.models.fetchStarter();
    expect((await client.jobs.cancel({ id })).state).toBe('cancelled');
    expect((await faultOf(client.jobs.cancel({ id }))).code).toBe('CONFLICT');
    expect((await faultOf(client.jobs.pause({ id }))).code).toBe('CONFLICT');
  });

  it('makes the variants once, told as progress and in the list, and cancels it', async () => {
    const { client, library } = await openTestWorkbench({ hasStarter: true });
    const job = await client.models.makeVariants();
    expect(job).toMatchObject({ kind: 'make-variants', pausable: false });
    expect((await client.models.makeVariants()).id).toBe(job.id);
    const found = async (id: string) => (await client.jobs.list()).find((one) => one.id === id);
    await vi.waitFor(async () => expect((await found(job.id))?.progress).toMatchObject({ done: 50, total: 100 }));
    expect(await client.jobs.cancel({ id: job.id })).toMatchObject({ state: 'cancelled', fault: null });
    const again = await client.models.makeVariants();
    expect(again.id).not.toBe(job.id);
    await vi.waitFor(async () => expect((await found(again.id))?.state).toBe('running'));
    library.endVariants();
    await vi.waitFor(async () => expect((await found(again.id))?.state).toBe('done'));
    expect((await client.models.list()).map(({ origin }) => origin)).toContain('variant');
  });

  it('adds, picks and forgets places, kept in the settings', async () => {
    const picked = ['/p/one.gguf', '/p/two.gguf'];
    const { client } = await openTestWorkbench({ host: { pickModelFiles: async () => picked } });
    expect((await client.app.info()).can_pick_files).toBe(true);
    expect((await client.models.pick()).map((model) => model.path)).toEqual(picked);
    await client.models.add({ path: '/p/three.gguf' });
    expect((await client.models.forget({ path: '/p/one.gguf' })).map(({ file }) => file)).toEqual([
      'two.gguf',
      'three.gguf',
    ]);
    expect((await client.settings.get()).model_places).toEqual(['/p/two.gguf', '/p/three.gguf']);
    const without = await openTestWorkbench();
    expect((await faultOf(without.client.models.pick())).next).toContain('path');
  });
});
