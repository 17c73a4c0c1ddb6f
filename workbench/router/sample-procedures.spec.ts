import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { choiceDraft } from '../../test/stand-ins/drafts.ts';
import { faultOf } from '../../test/stand-ins/fault-of.ts';
import { collect, openTestWorkbench } from '../../test/stand-ins/open-test-workbench.ts';
import { additions, manySamples, queueQuestion, runConfiguration, sampleOf } from '../../test/stand-ins/sample-sets.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { noChoices } from '../samples/importing/import-choices.ts';

const bound = { kind: 'bound', decision: null, question: queueQuestion } as const;
const everything = {
  search: '',
  label: 'any',
  part: 'any',
  only: 'all',
  sort: 'as-imported',
  offset: 0,
  limit: 100,
} as const;

async function withSet(count: number, folder = temporaryFolder()) {
  const opened = await openTestWorkbench({ folder });
  const { set } = await opened.client.samples.create({ name: 'Tickets', binding: bound });
  if (count > 0) await opened.client.samples.edit({ id: set.id, edits: additions(manySamples(count)) });
  const ids = async (query: object = {}) => {
    const { rows } = await opened.client.samples.query({ id: set.id, ...everything, ...query });
    return rows.map(({ sample }) => sample.id);
  };
  return { ...opened, folder, id: set.id, ids };
}

describe('sets', () => {
  it('are made, renamed, split anew and removed, and each change is told', async () => {
    const { client, id, folder } = await withSet(30);
    const events = collect(await client.app.events());
    const changed = await client.samples.change({ id, name: 'Mail', tune_share: 1 });
    expect(changed).toMatchObject({ set: { name: 'Mail' }, samples: 30, labelled: 20, tune: 20, test: 0 });
    await vi.waitFor(() => expect(events).toContainEqual({ type: 'sample-sets', sets: [changed] }));
    await client.samples.remove({ id });
    expect(await client.samples.list()).toEqual([]);
    expect(existsSync(join(folder, 'workspace/trash', id))).toBe(true);
    expect((await faultOf(client.samples.query({ id, ...everything }))).code).toBe('NOT_FOUND');
  });

  it('come with the product', async () => {
    const { client } = await openTestWorkbench();
    const examples = await client.samples.examples();
    expect(examples.length).toBeGreaterThan(0);
    for (const { file, samples, name } of examples) {
      const summary = await client.samples.createFromExample({ file });
      expect(summary).toMatchObject({ samples, labelled: samples, set: { name } });
    }
    // The first one belongs to the decision that a new workspace begins with.
    const [decision] = await client.decisions.list();
    const first = (await client.samples.list()).find(({ set }) => set.name === examples[0]?.name);
    expect(first?.set.binding).toMatchObject({ decision: { document_id: decision?.id } });
    expect((await faultOf(client.samples.createFromExample({ file: '../x' }))).code).toBe('NOT_FOUND');
  });

  it('are there after a restart', async () => {
    const folder = temporaryFolder();
    const first = await withSet(7, folder);
    const [before] = await first.client.samples.list();
    await first.close();
    const { client } = await openTestWorkbench({ folder });
    expect(await client.samples.list()).toEqual([before]);
  });
});

describe('query', () => {
  it('searches, filters, sorts, and answers a window with the whole number', async () => {
    const { client, id, ids } = await withSet(12);
    await client.samples.edit({
      id,
      edits: [
        { edit: 'change', id: 's-3', change: { disputed: true, note: 'Ask Ana' } },
        { edit: 'change', id: 's-4', change: { suggestion: { label: 'sales', confidence: 0.4, by: 'x' } } },
        { edit: 'change', id: 's-5', change: { suggestion: { label: 'sales', confidence: 0.3, by: 'x' } } },
        { edit: 'add', sample: sampleOf('twin', { evidence: { format: 'text', text: 'Case s-1 of many.' } }) },
      ],
    });
    expect(await ids({ search: 'ANA' })).toEqual(['s-3']);
    expect(await ids({ search: 'case s-1' })).toEqual(['s-1', 's-10', 's-11', 'twin']);
    expect(await ids({ label: { option: 'billing' } })).toEqual(['s-1', 's-4', 's-7', 's-10']);
    expect(await ids({ label: 'none' })).toEqual(['s-2', 's-5', 's-8', 's-11', 'twin']);
    expect(await ids({ only: 'disputed' })).toEqual(['s-3']);
    expect(await ids({ only: 'suggested', sort: 'uncertain-first' })).toEqual(['s-5', 's-4']);
    expect((await ids({ sort: 'uncertain-first' })).slice(0, 3)).toEqual(['s-5', 's-4', 's-0']);
    expect(await ids({ only: 'duplicates' })).toEqual(['s-1', 'twin']);
    expect((await ids({ sort: 'id' })).slice(0, 4)).toEqual(['s-0', 's-1', 's-10', 's-11']);
    expect((await ids({ sort: 'label' })).slice(0, 5)).toEqual(['s-0', 's-3', 's-6', 's-9', 's-1']);
    expect((await ids({ sort: 'length' })).slice(-2)).toEqual(['s-10', 's-11']);
    const tune = await ids({ part: 'tune' });
    const test = await ids({ part: 'test' });
    expect([...tune, ...test].sort()).toEqual((await ids()).sort());
    const window = await client.samples.query({ id, ...everything, offset: 11, limit: 5 });
    expect(window).toMatchObject({ total: 13, rows: [{ sample: { id: 's-11' } }, { equal_evidence: ['s-1'] }] });
  });

  it('says which samples do not fit the decision any more', async () => {
    const { client } = await openTestWorkbench();
    const document = await client.decisions.create({
      name: 'Queue',
      draft: choiceDraft('x', ['access', 'billing', 'sales']),
    });
    const decision = { document_id: document.id, question_id: 'q1' };
    const { set } = await client.samples.create({ name: 'T', binding: { ...bound, decision } });
    await client.samples.edit({ id: set.id, edits: additions(manySamples(4)) });
    const query = () => client.samples.query({ id: set.id, ...everything, only: 'misfits' });
    expect((await query()).total).toBe(0);
    const draft = choiceDraft('x', ['access', 'refund']);
    await client.decisions.save({ id: document.id, revision: document.revision, name: document.name, draft });
    const { total, rows } = await query();
    expect(total).toBe(1);
    expect(rows[0]).toMatchObject({ sample: { id: 's-1' }, misfit: expect.stringContaining('“billing”') });
  });
});

describe('edits', () => {
  it('are taken back by what they answer, in order', async () => {
    const { client, id } = await withSet(3);
    const all = async () => (await client.samples.query({ id, ...everything })).rows;
    const before = await all();
    const { before: back, summary } = await client.samples.edit({
      id,
      edits: [
        { edit: 'change', id: 's-0', change: { label: 'sales' } },
        { edit: 'change', id: 's-0', change: { label: null, note: 'x', group: 'g' } },
        { edit: 'remove', id: 's-1' },
        { edit: 'add', sample: sampleOf('s-1', { label: 'sales' }) },
        { edit: 'change', id: 's-1', change: { evidence: { format: 'json', text: '{"a":1.0}' } } },
        { edit: 'remove', id: 's-2' },
      ],
    });
    expect(summary).toMatchObject({ samples: 2, labelled: 1 });
    await client.samples.edit({ id, edits: back });
    expect(await all()).toEqual(before);
  });

  it('change what they name alone', async () => {
    const { client, id } = await withSet(1);
    await client.samples.edit({ id, edits: [{ edit: 'change', id: 's-0', change: { note: 'kept' } }] });
    const { rows } = await client.samples.query({ id, ...everything });
    expect(rows[0]?.sample).toMatchObject({ label: 'access', note: 'kept' });
  });

  it('are made all or none', async () => {
    const { client, id, ids } = await withSet(2);
    const fault = await faultOf(
      client.samples.edit({
        id,
        edits: [
          { edit: 'remove', id: 's-0' },
          { edit: 'change', id: 's-1', change: { label: 'refund' } },
        ],
      }),
    );
    expect(fault.fields[0]?.path).toBe('edits[1].change.label');
    expect(await ids()).toEqual(['s-0', 's-1']);
  });
});

describe('suggestions of a run', () => {
  it('are its first choices, and no labels', async () => {
    const { client, id } = await withSet(3);
    const [started] = await client.runs.start({
      set_id: id,
      part: 'all',
      configurations: [runConfiguration('/models/a.gguf')],
    });
    const run_id = started?.run.id ?? '';
    await vi.waitFor(async () => expect((await client.runs.list())[0]?.run.state).toBe('done'));
    const summary = await client.samples.suggest({ id, run_id });
    expect(summary.labelled).toBe(2);
    const { rows } = await client.samples.query({ id, ...everything, only: 'suggested' });
    // All options are equally likely to the stand-in: the earliest is the first choice.
    const [summaryOfRun] = await client.runs.list();
    const by = summaryOfRun?.run.identity?.configuration_sha256;
    expect(by).toMatch(/^[0-9a-f]{64}$/);
    const suggestion = { label: 'access', confidence: 1 / 3, by };
    expect(rows.map(({ sample }) => sample.suggestion)).toEqual([suggestion, suggestion, suggestion]);
    const other = await client.samples.create({ name: 'Other', binding: bound });
    expect((await faultOf(client.samples.suggest({ id: other.set.id, run_id }))).fields[0]?.path).toBe('run_id');
  });
});

describe('import and export', () => {
  it.each(['csv', 'json', 'jsonl', 'parquet', 'jevl'] as const)('gives the identical set as %s', async (format) => {
    const { client, id } = await withSet(20);
    const file = await client.samples.export({ id, format });
    expect(file.name).toBe(`Tickets.${format}`);
    const target = bound;
    const opened = await client.samples.import.open({ file, target });
    expect(opened.report).toMatchObject({ used: 20, labelled: 14 });
    const { session } = opened;
    const commit = { session, choices: noChoices, target, name: 'Again', decision: null };
    const again = await client.samples.import.commit(commit);
    const [own] = (await client.samples.list()).filter(({ set }) => set.id === id);
    expect(again.sha256).toBe(own?.sha256);
    // It is stored, so it is not held any more.
    expect((await faultOf(client.samples.import.commit(commit))).code).toBe('NOT_FOUND');
  });

  it.each(['json', 'csv'] as const)('keeps the parts of a set as far as %s can say them', async (format) => {
    const { client, id } = await withSet(20);
    const { tune, test } = await client.samples.change({ id, tune_share: 0.25 });
    expect(tune).not.toBe(test);
    const file = await client.samples.export({ id, format });
    const target = bound;
    const { session } = await client.samples.import.open({ file, target });
    const again = await client.samples.import.commit({
      session,
      choices: noChoices,
      target,
      name: 'Again',
      decision: null,
    });
    const own = { set: { tune_share: 0.25 }, tune, test };
    expect(again).toMatchObject(format === 'json' ? own : { set: { tune_share: 0.5 } });
  });

  it('takes no share from a document of another kind', async () => {
    const { client } = await openTestWorkbench();
    const rows = '[{"evidence": "One", "label": "access"}]';
    const target = bound;
    for (const head of ['"tune_share": 0.9', '"format": "decision-workbench-samples", "tune_share": 7']) {
      const file = new File([`{${head}, "samples": ${rows}}`], 'other.json');
      const { report } = await client.samples.import.open({ file, target });
      expect(report).toMatchObject({ used: 1, tune_share: null });
    }
  });

  it('stores nothing while a question is open, tells its columns and its progress', async () => {
    const { client } = await openTestWorkbench();
    const events = collect(await client.app.events());
    const file = new File(['text,label\nOne,access\nTwo,refund\n,sales\n'], 'some.csv');
    const { session, report, columns } = await client.samples.import.open({ file, target: bound, ticket: 't' });
    expect(columns).toEqual([
      { column: 'text', examples: ['One', 'Two'], filled: 2, distinct: 2 },
      { column: 'label', examples: ['access', 'refund', 'sales'], filled: 3, distinct: 3 },
    ]);
    expect(report.questions.map(({ ask }) => ask)).toContain('labels');
    await vi.waitFor(() => expect(events).toContainEqual({ type: 'import-progress', ticket: 't', rows: 3 }));
    const commit = { session, target: bound, name: 'Some', decision: null };
    const fault = await faultOf(client.samples.import.commit({ ...commit, choices: noChoices }));
    expect(fault.fields.map(({ path }) => path)).toContain('choices.labels');
    expect(await client.samples.list()).toEqual([]);
    const choices = { ...noChoices, leave_out_faulty: true, labels: [{ text: 'refund', option: 'billing' }] };
    const again = await client.samples.import.report({ session, choices, target: bound });
    expect(again.report.ready).toBe(true);
    const { set } = await client.samples.import.commit({ ...commit, choices });
    const { rows } = await client.samples.query({ id: set.id, ...everything });
    expect(rows.map(({ sample }) => sample.label)).toEqual(['access', 'billing']);
  });

  it('lets a file go that cannot be read, or that is closed', async () => {
    const { client } = await openTestWorkbench();
    const empty = new File([], 'empty.csv');
    expect((await faultOf(client.samples.import.open({ file: empty, target: bound }))).code).toBe('INVALID_REQUEST');
    const file = new File(['text,label\nOne,access\n'], 'some.csv');
    const { session } = await client.samples.import.open({ file, target: bound });
    await client.samples.import.close({ session });
    const report = client.samples.import.report({ session, choices: noChoices, target: bound });
    expect((await faultOf(report)).code).toBe('NOT_FOUND');
  });
});
