import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ORPCError } from '@orpc/server';
import { describe, expect, it, vi } from 'vitest';
import { choiceDraft } from '../../test/stand-ins/drafts.ts';
import { starterPath } from '../../test/stand-ins/fake-library.ts';
import { collect, openTestWorkbench } from '../../test/stand-ins/open-test-workbench.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { faultDataSchema } from '../contract/fault-data.ts';

const path = '/models/a.gguf';

/** The fault that a call fails with, as an interface sees it. */
async function faultOf(call: Promise<unknown>) {
  const error = await call.then(
    () => new Error('The call did not fail'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ORPCError)) throw error;
  expect(error.defined).toBe(true);
  expect(error.code).toBe('FAULT');
  return faultDataSchema.parse(error.data);
}

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

describe('faults', () => {
  it('says which fields break the schema', async () => {
    const { client } = await openTestWorkbench();
    const draft = choiceDraft('x');
    const broken = { ...draft, questions: draft.questions.map((question) => ({ ...question, kind: 'other' })) };
    // @ts-expect-error: what no typed client sends
    const fault = await faultOf(client.decisions.create({ name: 3, draft: broken }));
    expect(fault.code).toBe('INVALID_REQUEST');
    expect(fault.fields.map((field) => field.path)).toEqual(['name', 'draft.questions[0].kind']);
    expect(fault.message).not.toMatch(/Input validation failed/);
  });

  it('hides the stack of an unknown error, which is in the log', async () => {
    const { client, library, logged } = await openTestWorkbench();
    library.list = () => Promise.reject(new TypeError('x is undefined'));
    const error: unknown = await client.models.list().catch((reason: unknown) => reason);
    expect(await faultOf(Promise.reject(error))).toMatchObject({ code: 'UNEXPECTED' });
    expect(error instanceof ORPCError && JSON.stringify(error.toJSON())).not.toContain('router.spec');
    expect(logged).toMatchObject([
      { details: { procedure: 'models.list', error: { stack: expect.stringContaining('router.spec') } } },
    ]);
  });

  it('passes a fault on whole, and logs none of it', async () => {
    const { client, logged } = await openTestWorkbench();
    const [example] = await client.decisions.list();
    const change = { id: example?.id ?? '', revision: 7, name: 'x', draft: choiceDraft('x') };
    expect(await faultOf(client.decisions.save(change))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Support ticket'),
      next: expect.stringMatching(/./),
      fields: [],
    });
    expect(logged).toEqual([]);
  });

  it('tells a full disk in words', async () => {
    const { client, disk } = await openTestWorkbench();
    disk.fail('write');
    const fault = await faultOf(client.decisions.create({ name: 'x', draft: choiceDraft('x') }));
    expect(fault).toMatchObject({ code: 'IO_FAILED', message: expect.stringContaining('the disk is full') });
  });
});

describe('decisions', () => {
  it('imports, exports and opens examples', async () => {
    const { client } = await openTestWorkbench();
    const text = '{"id":"t","kind":"yes-no","state":{"n":1.0},"question":"Is it?"}';
    const imported = await client.decisions.import({ name: 'Mine', text });
    expect(imported).toMatchObject({ name: 'Mine', revision: 1, draft: { evidence: { format: 'json' } } });
    const exported = await client.decisions.export({ name: imported.name, draft: imported.draft });
    expect(exported.file_name).toBe('mine.json');
    expect(exported.text).toContain('"n": 1.0');
    expect((await client.decisions.examples()).length).toBeGreaterThanOrEqual(12);
    const notes = await client.decisions.createFromExample({ file: 'call-notes.json' });
    expect(notes.draft.questions).toHaveLength(4);
    expect((await client.decisions.list()).length).toBe(3);
  });

  it('imports nothing of a file with a fault', async () => {
    const { client } = await openTestWorkbench();
    const fault = await faultOf(client.decisions.import({ name: 'x', text: '{"decisions":[{"id":""}]}' }));
    expect(fault.code).toBe('INVALID_REQUEST');
    expect(fault.fields.map((field) => field.path)).toContain('decisions[0].id');
    expect(await client.decisions.list()).toHaveLength(1);
  });

  it('keeps versions', async () => {
    const { client } = await openTestWorkbench();
    const { id } = await client.decisions.create({ name: 'x', draft: choiceDraft('x') });
    const kept = await client.decisions.keepVersion({ id, label: 'good' });
    expect(await client.decisions.history({ id })).toEqual([kept]);
  });
});

describe('scoring', () => {
  it('scores with the settings of the draft over the model’s, and tells the progress', async () => {
    const { client, engine } = await openTestWorkbench();
    await client.settings.change({ max_prompt_tokens: 777 });
    await client.engine.load({ path });
    await vi.waitFor(() => expect(engine.state().status).toBe('ready'));
    const events = collect(await client.app.events());
    const draft = choiceDraft('x', ['a', 'b', 'c', 'd']);
    const answer = await client.scoring.score({
      ticket: 't1',
      draft: { ...draft, scoring: { ...draft.scoring, readout: 'letters' } },
    });
    expect(answer.results).toMatchObject([{ id: 'q1', probabilities: [0.25, 0.25, 0.25, 0.25] }]);
    expect(answer.settings).toMatchObject({ readout: 'letters', prompt_version: 'direct-options-v2', temperature: 1 });
    expect(engine.scores).toMatchObject([{ maxPromptTokens: 777, settings: answer.settings }]);
    await vi.waitFor(() =>
      expect(events).toContainEqual({
        type: 'score-progress',
        ticket: 't1',
        decision: 0,
        tokens_done: 2,
        tokens_total: 2,
      }),
    );
  });

  it('says what is wrong with a draft in the draft’s terms, before the engine is asked', async () => {
    const { client, engine } = await openTestWorkbench();
    const fault = await faultOf(client.scoring.score({ ticket: 't', draft: choiceDraft('', ['a', 'a']) }));
    expect(fault.fields.map((field) => field.path)).toEqual(['evidence', 'questions[0].options[1].id']);
    expect(engine.scores).toEqual([]);
  });

  it('says that there is no model', async () => {
    const { client } = await openTestWorkbench();
    const fault = await faultOf(client.scoring.score({ ticket: 't', draft: choiceDraft('x') }));
    expect(fault.code).toBe('NO_MODEL');
  });

  it('is cancelled with its call', async () => {
    const { client, engine } = await openTestWorkbench();
    await client.engine.load({ path });
    await vi.waitFor(() => expect(engine.state().status).toBe('ready'));
    engine.hold = true;
    const abort = new AbortController();
    const call = client.scoring.score({ ticket: 't', draft: choiceDraft('x') }, { signal: abort.signal });
    await vi.waitFor(() => expect(engine.scores).toHaveLength(1));
    abort.abort();
    expect((await faultOf(call)).code).toBe('CANCELLED');
    expect(engine.scores[0]?.signal?.aborted).toBe(true);
  });

  it('shows the prompt of one question, whatever the others lack', async () => {
    const { client, engine } = await openTestWorkbench();
    await client.engine.load({ path });
    await vi.waitFor(() => expect(engine.state().status).toBe('ready'));
    const draft = choiceDraft('x');
    const [question] = draft.questions;
    if (question === undefined) throw new Error('no question');
    const both = { ...draft, questions: [{ ...question, id: 'unfinished', question: '' }, question] };
    expect(await client.scoring.prompt({ draft: both, question: 1 })).toMatchObject({ prompt: 'Which of yes, no?' });
    const own = await faultOf(client.scoring.prompt({ draft: both, question: 0 }));
    expect(own.fields.map((field) => field.path)).toEqual(['questions[0].question']);
    const last = { ...both, questions: both.questions.toReversed() };
    const other = await faultOf(client.scoring.prompt({ draft: last, question: 1 }));
    expect(other.fields.map((field) => field.path)).toEqual(['questions[1].question']);
    expect((await faultOf(client.scoring.prompt({ draft, question: 4 }))).fields[0]?.path).toBe('question');
  });
});

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
