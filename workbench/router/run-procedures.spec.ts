import { describe, expect, it, vi } from 'vitest';
import { configurationSha256 } from '../../adapter/configuration/configuration-sha256.ts';
import { fakeScoring } from '../../test/stand-ins/fake-engine.ts';
import { faultOf } from '../../test/stand-ins/fault-of.ts';
import { collect, openTestWorkbench } from '../../test/stand-ins/open-test-workbench.ts';
import { additions, manySamples, queueQuestion, runConfiguration, sampleOf } from '../../test/stand-ins/sample-sets.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import type { RunSummary } from '../contract/runs.ts';
import type { SampleQuestion } from '../samples/sample.ts';

type Opened = Awaited<ReturnType<typeof openTestWorkbench>>;

async function withSet(count: number, folder = temporaryFolder()) {
  const opened = await openTestWorkbench({ folder });
  const { client } = opened;
  const { set } = await client.samples.create({
    name: 'Tickets',
    binding: { kind: 'bound', decision: null, question: queueQuestion },
  });
  if (count > 0) await client.samples.edit({ id: set.id, edits: additions(manySamples(count)) });
  return { ...opened, folder, set_id: set.id };
}

const summaryOf = async (client: Opened['client'], id: string): Promise<RunSummary> => {
  const found = (await client.runs.list()).find(({ run }) => run.id === id);
  if (found === undefined) throw new Error(`no run ${id}`);
  return found;
};

const ended = (client: Opened['client'], id: string, state: string) =>
  vi.waitFor(async () => {
    const summary = await summaryOf(client, id);
    expect(summary.run.state).toBe(state);
    expect(summary.job).toBeNull();
    return summary;
  });

describe('a run', () => {
  it('scores all samples, tells its rows, and says what it was made with', async () => {
    const { client, set_id, engine } = await withSet(30);
    const events = collect(await client.app.events());
    const [started] = await client.runs.start({
      set_id,
      part: 'all',
      configurations: [runConfiguration('/models/a.gguf')],
    });
    const { run, scored, failed } = await ended(client, started?.run.id ?? '', 'done');
    expect({ scored, failed, samples: run.samples }).toEqual({ scored: 30, failed: 0, samples: 30 });
    expect(run.drift).toEqual({ samples: 20, largest: 0 });
    expect(run.identity).toMatchObject({
      model: { file: 'fake.gguf' },
      configuration_sha256: configurationSha256({ scoring: fakeScoring, decisions: [] }),
      scoring: fakeScoring,
    });
    expect(run.configuration.question).toEqual(queueQuestion);
    expect(run.set_sha256).toBe((await client.samples.list())[0]?.sha256);
    // 30 samples, then the first 20 again.
    expect(engine.scores).toHaveLength(50);
    expect(engine.loads.map(({ path }) => path)).toEqual(['/models/a.gguf']);
    const { total, rows } = await client.runs.rows({ id: run.id, from: 10, limit: 5 });
    expect(total).toBe(30);
    expect(rows.map((row) => row.sample)).toEqual(['s-10', 's-11', 's-12', 's-13', 's-14']);
    expect(rows[0]).toMatchObject({ status: 'scored', logits: [0, 0, 0] });
    await vi.waitFor(() =>
      expect(events.findLast(({ type }) => type === 'run')).toMatchObject({ run: { scored: 30, job: null } }),
    );
  });

  it.each([
    ['labelled', 20],
    ['tune', null],
    ['test', null],
  ] as const)('of the part %s scores its labelled samples', async (part, count) => {
    const { client, set_id } = await withSet(30);
    const [summary] = await client.samples.list();
    const wanted = count ?? (part === 'tune' ? summary?.tune : summary?.test);
    const configurations = [runConfiguration('/models/a.gguf')];
    const [started] = await client.runs.start({ set_id, part, configurations });
    expect(started?.run.samples).toBe(wanted);
  });

  it('runs those of one file after one another, and gives the file of before back', async () => {
    const { client, set_id, engine } = await withSet(3);
    await client.engine.load({ path: '/models/mine.gguf' });
    await vi.waitFor(() => expect(engine.state().status).toBe('ready'));
    const names = ['/models/a.gguf', '/models/b.gguf', '/models/a.gguf'];
    const runs = await client.runs.start({
      set_id,
      part: 'all',
      configurations: names.map((path, index) => runConfiguration(path, { name: `${index}` })),
    });
    expect(runs.map(({ run }) => run.configuration.name)).toEqual(['0', '1', '2']);
    for (const { run } of runs) await ended(client, run.id, 'done');
    await vi.waitFor(() => expect(engine.loadedWith()?.path).toBe('/models/mine.gguf'));
    expect(engine.loads.map(({ path }) => path)).toEqual([
      '/models/mine.gguf',
      '/models/a.gguf',
      '/models/b.gguf',
      '/models/mine.gguf',
    ]);
    expect((await client.settings.get()).last_model).toBe('/models/mine.gguf');
  });

  it('fails with its model', async () => {
    const { client, set_id } = await withSet(3);
    const configurations = [runConfiguration('/models/bad.gguf')];
    const [started] = await client.runs.start({ set_id, part: 'all', configurations });
    const { run } = await ended(client, started?.run.id ?? '', 'failed');
    expect(run.fault?.code).toBe('MODEL_UNREADABLE');
  });

  it('keeps a failed sample’s error, goes on, and tries it again alone', async () => {
    const { client, set_id, engine } = await withSet(6);
    engine.failing = (decision) => decision.id === 's-2' || decision.id === 's-4';
    const configurations = [runConfiguration('/models/a.gguf')];
    const [started] = await client.runs.start({ set_id, part: 'all', configurations });
    const id = started?.run.id ?? '';
    expect(await ended(client, id, 'done')).toMatchObject({ scored: 4, failed: 2 });
    const before = await client.runs.rows({ id, from: 0, limit: 100 });
    expect(before.rows[2]).toMatchObject({ status: 'failed', sample: 's-2', fault: { code: 'TOO_MANY_TOKENS' } });
    engine.failing = (decision) => decision.id === 's-4';
    engine.scores.length = 0;
    await client.runs.retryFailed({ id });
    expect(await ended(client, id, 'done')).toMatchObject({ scored: 5, failed: 1 });
    const after = await client.runs.rows({ id, from: 0, limit: 100 });
    expect(after.rows.map(({ sample }) => sample)).toEqual(before.rows.map(({ sample }) => sample));
    expect(after.rows.map(({ status }) => status).join()).toBe('scored,scored,scored,scored,failed,scored');
    engine.failing = () => false;
    await client.runs.retryFailed({ id });
    expect(await ended(client, id, 'done')).toMatchObject({ scored: 6, failed: 0 });
    expect((await faultOf(client.runs.retryFailed({ id }))).code).toBe('CONFLICT');
    expect((await faultOf(client.runs.resume({ id }))).code).toBe('CONFLICT');
  });
});

describe('a run under way', () => {
  async function held(folder?: string) {
    const opened = await withSet(5, folder);
    const { client, engine, set_id } = opened;
    await client.engine.load({ path: '/models/mine.gguf' });
    await vi.waitFor(() => expect(engine.state().status).toBe('ready'));
    engine.hold = true;
    const [started] = await client.runs.start({
      set_id,
      part: 'all',
      configurations: [runConfiguration('/models/a.gguf')],
    });
    // The load first, then the first sample.
    await vi.waitFor(() => expect(engine.loads).toHaveLength(2));
    await vi.waitFor(() => {
      engine.release();
      expect(engine.scores.length).toBeGreaterThan(0);
    });
    return { ...opened, id: started?.run.id ?? '' };
  }

  it('is paused, leaves the engine to others, and goes on where it was', async () => {
    const { client, engine, id } = await held();
    expect((await client.runs.pause({ id })).run.state).toBe('paused');
    engine.hold = false;
    engine.release();
    await vi.waitFor(() => expect(engine.loadedWith()?.path).toBe('/models/mine.gguf'));
    const { scored } = await summaryOf(client, id);
    expect(scored).toBeLessThan(5);
    expect((await faultOf(client.runs.remove({ id }))).code).toBe('CONFLICT');
    await client.runs.resume({ id });
    expect(await ended(client, id, 'done')).toMatchObject({ scored: 5 });
    const { rows } = await client.runs.rows({ id, from: 0, limit: 10 });
    expect(rows.map(({ sample }) => sample)).toEqual(['s-0', 's-1', 's-2', 's-3', 's-4']);
    await vi.waitFor(() => expect(engine.loadedWith()?.path).toBe('/models/mine.gguf'));
  });

  it('is cancelled within its sample, and can be resumed', async () => {
    const { client, engine, id } = await held();
    expect((await client.runs.cancel({ id })).run).toMatchObject({ state: 'cancelled', fault: null });
    engine.hold = false;
    engine.release();
    expect((await faultOf(client.runs.pause({ id }))).code).toBe('CONFLICT');
    await client.runs.resume({ id });
    expect(await ended(client, id, 'done')).toMatchObject({ scored: 5, run: { ended_at: expect.any(String) } });
  });

  it('is paused, with words, when the app is closed', async () => {
    const folder = temporaryFolder();
    const first = await held(folder);
    await first.close();
    const { client } = await openTestWorkbench({ folder });
    const { run, scored } = await summaryOf(client, first.id);
    expect(run.state).toBe('paused');
    expect(run.fault?.message).toContain('The app ended while this run was under way');
    await client.runs.resume({ id: first.id });
    const { run: done } = await ended(client, first.id, 'done');
    expect(done.fault).toBeNull();
    expect(scored).toBeLessThan(5);
  });

  it('is removed once it is over', async () => {
    const { client, engine, id } = await held();
    await client.runs.cancel({ id });
    engine.hold = false;
    const events = collect(await client.app.events());
    await client.runs.remove({ id });
    expect(await client.runs.list()).toEqual([]);
    await vi.waitFor(() => expect(events).toContainEqual({ type: 'run-removed', id }));
    expect((await faultOf(client.runs.rows({ id, from: 0, limit: 1 }))).code).toBe('NOT_FOUND');
  });
});

describe('what a run may be', () => {
  it('is told with all that is wrong', async () => {
    const { client, set_id, engine } = await withSet(1);
    const other = {
      ...queueQuestion,
      options: [
        { id: 'access', description: 'x' },
        { id: 'refund', description: 'x' },
      ],
    };
    const fault = await faultOf(
      client.runs.start({
        set_id,
        part: 'all',
        configurations: [runConfiguration('a.gguf'), runConfiguration('/a.gguf', { question: other })],
      }),
    );
    expect(fault.code).toBe('INVALID_REQUEST');
    expect(fault.fields.map(({ path }) => path)).toEqual([
      'configurations[0].model_path',
      'configurations[1].question.options[1].id',
      'configurations[1].question.options',
      'configurations[1].question.options',
    ]);
    expect(await client.runs.list()).toEqual([]);
    expect(engine.loads).toEqual([]);
  });

  it('is another wording with the same options', async () => {
    const { client, set_id } = await withSet(2);
    const question = { ...queueQuestion, question: 'Where to?', options: queueQuestion.options.toReversed() };
    const [started] = await client.runs.start({
      set_id,
      part: 'all',
      configurations: [runConfiguration('/a.gguf', { question })],
    });
    const { run } = await ended(client, started?.run.id ?? '', 'done');
    expect(run.configuration.question).toEqual(question);
  });

  it('is nothing over an empty set', async () => {
    const { client, set_id } = await withSet(0);
    const configurations = [runConfiguration('/a.gguf')];
    const fault = await faultOf(client.runs.start({ set_id, part: 'all', configurations }));
    expect(fault.fields[0]?.path).toBe('part');
  });
});

describe('a mixed set', () => {
  it('asks each sample its own question, and takes no wording', async () => {
    const { client } = await openTestWorkbench();
    const { set } = await client.samples.create({ name: 'Mixed', binding: { kind: 'mixed' } });
    const yesNo: SampleQuestion = {
      kind: 'yes-no',
      question: 'Is it late?',
      options: [
        { id: 'yes', description: '' },
        { id: 'no', description: '' },
      ],
    };
    const samples = [sampleOf('a', { question: queueQuestion }), sampleOf('b', { question: yesNo })];
    await client.samples.edit({ id: set.id, edits: additions(samples) });
    const wording = runConfiguration('/a.gguf', { question: yesNo });
    const fault = await faultOf(client.runs.start({ set_id: set.id, part: 'all', configurations: [wording] }));
    expect(fault.fields[0]?.path).toBe('configurations[0].question');
    const configurations = [runConfiguration('/a.gguf')];
    const [started] = await client.runs.start({ set_id: set.id, part: 'all', configurations });
    const id = started?.run.id ?? '';
    const { run } = await ended(client, id, 'done');
    expect(run.configuration.question).toBeNull();
    const { rows } = await client.runs.rows({ id, from: 0, limit: 10 });
    expect(rows.map((row) => (row.status === 'scored' ? row.probabilities.length : 0))).toEqual([3, 2]);
    const answer = await client.runs.samples({ set_id: set.id, from: 0, limit: 10 });
    expect(answer.samples.map(({ kind, options }) => ({ kind, options }))).toEqual([
      { kind: 'choice', options: ['access', 'billing', 'sales'] },
      { kind: 'yes-no', options: ['yes', 'no'] },
    ]);
  });
});

describe('a disk that is full', () => {
  it('ends a run with what was stored, and it goes on later', async () => {
    const { client, set_id, engine, disk } = await withSet(40);
    engine.hold = true;
    const configurations = [runConfiguration('/a.gguf')];
    const [started] = await client.runs.start({ set_id, part: 'all', configurations });
    const id = started?.run.id ?? '';
    await vi.waitFor(() => {
      engine.release();
      expect(engine.scores.length).toBeGreaterThan(3);
    });
    disk.fail('sync');
    engine.hold = false;
    engine.release();
    await vi.waitFor(async () => expect((await summaryOf(client, id)).job).toBeNull());
    disk.fail('none');
    const { run, scored } = await summaryOf(client, id);
    expect(run).toMatchObject({ state: 'failed', fault: { code: 'IO_FAILED' } });
    expect(scored).toBeLessThan(40);
    await client.runs.resume({ id });
    expect(await ended(client, id, 'done')).toMatchObject({ scored: 40, failed: 0 });
  });
});

describe('samples that change after a run', () => {
  it('take their rows out of use; labels do not', async () => {
    const { client, set_id } = await withSet(4);
    const configurations = [runConfiguration('/a.gguf')];
    const [started] = await client.runs.start({ set_id, part: 'all', configurations });
    const id = started?.run.id ?? '';
    await ended(client, id, 'done');
    const before = await client.runs.rows({ id, from: 0, limit: 10 });
    const hashes = before.rows.map(({ sample_sha256 }) => sample_sha256);
    expect(new Set(hashes).size).toBe(4);
    await client.samples.edit({
      id: set_id,
      edits: [
        { edit: 'change', id: 's-0', change: { label: 'sales', group: 'g', note: 'looked at' } },
        { edit: 'change', id: 's-1', change: { evidence: { format: 'text', text: 'Another.' } } },
        { edit: 'remove', id: 's-2' },
      ],
    });
    const { rows } = await client.runs.rows({ id, from: 0, limit: 10 });
    expect(rows.map(({ status }) => status)).toEqual(['scored', 'failed', 'failed', 'scored']);
    // What was asked stays what it was, so that a newer run is not taken for one over the same evidence.
    expect(rows.map(({ sample_sha256 }) => sample_sha256)).toEqual(hashes);
    const [again] = await client.runs.start({ set_id, part: 'all', configurations });
    await ended(client, again?.run.id ?? '', 'done');
    const newer = await client.runs.rows({ id: again?.run.id ?? '', from: 0, limit: 10 });
    const same = newer.rows.map(({ sample, sample_sha256 }) => [sample, hashes.includes(sample_sha256)]);
    expect(same).toEqual([
      ['s-0', true],
      ['s-1', false],
      ['s-3', true],
    ]);
    expect(rows[1]).toMatchObject({ fault: { message: 'The sample was changed after the run was made.' } });
    const { samples, total } = await client.runs.samples({ set_id, from: 0, limit: 10 });
    expect(total).toBe(3);
    expect(samples[0]).toMatchObject({ id: 's-0', label: 'sales', group: 'g', options: null });
  });
});
