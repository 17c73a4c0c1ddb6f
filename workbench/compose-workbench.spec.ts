import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { choiceDraft } from '../test/stand-ins/drafts.ts';
import { faultOf } from '../test/stand-ins/fault-of.ts';
import { collect, openTestWorkbench } from '../test/stand-ins/open-test-workbench.ts';
import { temporaryFolder } from '../test/stand-ins/temporary-folder.ts';

const path = '/models/a.gguf';

describe('app', () => {
  it('opens a new workspace with the support ticket in it', async () => {
    const { client } = await openTestWorkbench();
    const list = await client.decisions.list();
    expect(list).toMatchObject([{ name: 'Support ticket', questions: 1, options: 3 }]);
    expect((await client.settings.get()).last_decision).toBe(list[0]?.id);
    expect(await client.app.info()).toMatchObject({
      version: '1.2.3',
      host: 'browser',
      platform: process.platform,
      can_pick_files: false,
      damaged: [],
    });
  });

  it('does not bring the example back once it was removed', async () => {
    const folder = temporaryFolder();
    const first = await openTestWorkbench({ folder });
    const [example] = await first.client.decisions.list();
    await first.client.decisions.remove({ id: example?.id ?? '' });
    await first.close();
    const { client } = await openTestWorkbench({ folder });
    expect(await client.decisions.list()).toEqual([]);
  });

  it('names damaged files and opens the rest', async () => {
    const folder = temporaryFolder();
    const first = await openTestWorkbench({ folder });
    const { id } = await first.client.decisions.create({ name: 'Bad', draft: choiceDraft('x') });
    await first.close();
    writeFileSync(join(folder, 'workspace/decisions', id, 'decision.json'), '{');
    writeFileSync(join(folder, 'workspace/settings.json'), '[]');
    const { client } = await openTestWorkbench({ folder });
    const { damaged } = await client.app.info();
    expect(damaged.map(({ code }) => code)).toEqual(['FILE_DAMAGED', 'FILE_DAMAGED']);
    expect(damaged.map(({ message }) => message).join()).toMatch(/settings\.json.*decision\.json/s);
    expect((await client.decisions.list()).map(({ name }) => name)).toEqual(['Support ticket']);
    expect(await faultOf(client.decisions.get({ id }))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('refuses a workspace that is open', async () => {
    const folder = temporaryFolder();
    await openTestWorkbench({ folder });
    await expect(openTestWorkbench({ folder })).rejects.toMatchObject({ code: 'WORKSPACE_LOCKED' });
  });
});

it('computes the checksum of a model that comes later, too', async () => {
  const homeFolder = temporaryFolder();
  const host = { surroundings: { env: {}, platform: 'linux' as const, homeFolder } };
  const { client } = await openTestWorkbench({ host });
  const hashing = async () => (await client.jobs.list()).filter(({ kind }) => kind === 'hash-models');
  expect(await hashing()).toEqual([]);
  await client.models.add({ path });
  await vi.waitFor(async () => expect(await hashing()).toMatchObject([{ state: 'done' }]));
});

describe('events', () => {
  it('says hello, then everything that changes', async () => {
    const { client, workbench } = await openTestWorkbench();
    const stream = await client.app.events();
    const events = collect(stream);
    await vi.waitFor(() => expect(events[0]).toMatchObject({ type: 'hello', engine: { status: 'empty' }, jobs: [] }));
    await client.settings.change({ contrast: 'high' });
    await client.decisions.create({ name: 'x', draft: choiceDraft('x') });
    await client.engine.load({ path });
    await client.models.add({ path });
    workbench.sendAction('view.dark');
    await vi.waitFor(() => {
      const types = new Set(events.map(({ type }) => type));
      expect([...types].sort()).toEqual(['action', 'decisions', 'engine', 'hello', 'job', 'models', 'settings']);
    });
    expect(events.findLast(({ type }) => type === 'engine')).toMatchObject({ engine: { status: 'ready' } });
  });

  it('end with their signal and with the workbench', async () => {
    const { client, close } = await openTestWorkbench();
    const abort = new AbortController();
    const aborted = await client.app.events(undefined, { signal: abort.signal });
    const other = await client.app.events();
    await Promise.all([aborted.next(), other.next()]);
    const next = aborted.next();
    abort.abort();
    expect((await next).done).toBe(true);
    const ended = (async () => {
      const types: string[] = [];
      for await (const { type } of other) types.push(type);
      return types;
    })();
    await close();
    await expect(ended).resolves.toBeDefined();
  });
});

describe('files that are opened with the app', () => {
  it('imports a decision file and shows it, even to a window that is yet to come', async () => {
    const { workbench, client, folder } = await openTestWorkbench();
    const file = join(folder, 'Loan check.json');
    writeFileSync(file, '{"id":"t","kind":"yes-no","state":"x","question":"Is it?"}');
    await workbench.openFile(file);
    const [first] = await client.decisions.list();
    const events = collect(await client.app.events());
    await vi.waitFor(() => expect(events[1]).toEqual({ type: 'show-decision', id: first?.id }));
    expect((await client.decisions.list()).map(({ name }) => name)).toContain('Loan check');
  });

  it('adds a GGUF file', async () => {
    const { workbench, client } = await openTestWorkbench();
    await workbench.openFile('/p/new.GGUF'.toLowerCase());
    expect((await client.models.list()).map((model) => model.path)).toEqual(['/p/new.gguf']);
  });

  it.each([
    ['none.json', null, 'IO_FAILED'],
    ['bad.json', '{"id":', 'INVALID_REQUEST'],
    ['big.json', ' '.repeat(5 * 1024 * 1024), 'INVALID_REQUEST'],
  ])('tells what is wrong with %s', async (name, content, code) => {
    const { workbench, client, folder } = await openTestWorkbench();
    const events = collect(await client.app.events());
    if (content !== null) writeFileSync(join(folder, name), content);
    await workbench.openFile(join(folder, name));
    await vi.waitFor(() => expect(events[1]).toMatchObject({ type: 'fault', fault: { code } }));
    expect(await client.decisions.list()).toHaveLength(1);
  });
});

describe('close', () => {
  it('cancels what runs, and everything acknowledged is there afterwards', async () => {
    const folder = temporaryFolder();
    const { client, engine, close } = await openTestWorkbench({ folder });
    engine.hold = true;
    await client.engine.load({ path });
    const made = await client.decisions.create({ name: 'last', draft: choiceDraft('x') });
    await close();
    expect(engine.closed).toBe(true);
    const again = await openTestWorkbench({ folder });
    expect(await again.client.decisions.get({ id: made.id })).toEqual(made);
  });
});
