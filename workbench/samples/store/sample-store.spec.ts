import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskFileSystem, type FileSystem } from '../../store/file-system.ts';
import { openWorkspace, type Workspace } from '../../store/workspace.ts';
import { machineOrigin } from '../../uuid-v7.ts';
import type { Sample } from '../sample.ts';
import type { Binding } from '../sample-set.ts';
import { applyChanges, type SampleChange } from './sample-change.ts';
import { openSamples, type SampleStoreEvent } from './sample-store.ts';

const binding: Binding = {
  kind: 'bound',
  decision: null,
  question: { kind: 'choice', question: 'Which?', options: ['a', 'b'].map((id) => ({ id, description: '' })) },
};
const sampleOf = (id: string, label: string | null = null): Sample => ({
  id,
  evidence: { format: 'text', text: `about ${id}` },
  label,
  group: null,
  note: '',
  disputed: false,
  suggestion: null,
  question: null,
  tags: {},
  origin: { file: 'x.csv', line: 2 },
});

let folder: string;
let workspace: Workspace;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workbench-samples-'));
  workspace = await openWorkspace(diskFileSystem, folder, 'the test', () => undefined);
});
afterEach(async () => {
  await workspace.close();
  await rm(folder, { recursive: true, force: true });
});

const open = () => openSamples(workspace, machineOrigin);

describe('sample store', () => {
  it('keeps sets, samples and edits over a restart', async () => {
    const store = await open();
    const set = await store.create({ name: 'tickets', binding }, [sampleOf('1'), sampleOf('2', 'a'), sampleOf('3')]);
    expect(set).toMatchObject({ name: 'tickets', tune_share: 0.5, format: 1 });
    await store.edit(set.id, [
      { do: 'set', id: '1', fields: { label: 'b', note: 'sure' } },
      { do: 'remove', id: '2' },
      { do: 'add', sample: sampleOf('4', 'a') },
    ]);
    await store.edit(set.id, [{ do: 'set', id: '3', fields: { disputed: true, group: 'g' } }]);
    await store.update(set.id, { name: 'renamed', tune_share: 0.3 });

    const again = await open();
    expect(again.list()).toEqual([expect.objectContaining({ name: 'renamed', tune_share: 0.3 })]);
    const { samples } = await again.load(set.id);
    expect([...samples.values()]).toEqual([
      { ...sampleOf('1', 'b'), note: 'sure' },
      { ...sampleOf('3'), disputed: true, group: 'g' },
      sampleOf('4', 'a'),
    ]);
    expect(await readdir(join(folder, 'samples', set.id))).toEqual(['edits.jsonl', 'samples.jsonl', 'set.json']);
    const lines = (await readFile(join(folder, 'samples', set.id, 'samples.jsonl'), 'utf8')).split('\n');
    // People read and diff these files: what is not said is not written.
    expect(lines[0]).toBe(
      '{"id":"1","evidence":{"format":"text","text":"about 1"},"origin":{"file":"x.csv","line":2}}',
    );
  });

  it('makes all changes of a step or none, and tells where they are at fault', async () => {
    const store = await open();
    const { id } = await store.create({ name: 'tickets', binding }, [sampleOf('1')]);
    const events: SampleStoreEvent[] = [];
    store.onChange((event) => events.push(event));
    const wrong: SampleChange[] = [
      { do: 'set', id: '1', fields: { label: 'a' } },
      { do: 'set', id: '1', fields: { label: 'c' } },
      { do: 'remove', id: 'nobody' },
      { do: 'add', sample: sampleOf('1') },
    ];
    await expect(store.edit(id, wrong)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      fields: [{ path: 'changes[1].fields.label' }, { path: 'changes[2].id' }, { path: 'changes[3].sample.id' }],
    });
    await expect(store.create({ name: 'x', binding }, [sampleOf('1', 'c')])).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    await expect(store.create({ name: 'x', binding }, [sampleOf('1'), sampleOf('1')])).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    await expect(store.load('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await store.load(id)).samples.get('1')).toEqual(sampleOf('1'));
    expect(events).toEqual([]);
    expect((await open()).list()).toHaveLength(1);
    await store.edit(id, wrong.slice(0, 1));
    expect(events).toEqual([{ what: 'samples', id, changes: wrong.slice(0, 1) }]);
  });

  it('drops a torn last edit, and names any other damage', async () => {
    const store = await open();
    const { id } = await store.create({ name: 'tickets', binding }, [sampleOf('1')]);
    await store.edit(id, [{ do: 'set', id: '1', fields: { label: 'a' } }]);
    const home = join(folder, 'samples', id);
    await appendFile(join(home, 'edits.jsonl'), '{"at":"2026-11-29T00:00:00.000Z","changes":[{"do":"set","id":"1"');
    const torn = await open();
    expect((await torn.load(id)).samples.get('1')?.label).toBe('a');
    await torn.edit(id, [{ do: 'set', id: '1', fields: { label: 'b' } }]);
    expect((await (await open()).load(id)).samples.get('1')?.label).toBe('b');

    await appendFile(join(home, 'samples.jsonl'), '{"id":"2"}\n');
    await expect((await open()).load(id)).rejects.toMatchObject({
      code: 'FILE_DAMAGED',
      message: expect.stringContaining('samples.jsonl, line 2'),
    });
    await writeFile(join(home, 'set.json'), '{"format": 1');
    expect((await open()).list()).toEqual([]);
    expect(workspace.damaged.map(({ message }) => message).join()).toContain('set.json');
  });

  it('never lists what was not wholly written, and tidies it', async () => {
    const home = join(folder, 'samples', '01932d5e-7a00-7000-8000-000000000001');
    await mkdir(home, { recursive: true });
    await writeFile(join(home, 'samples.jsonl.17.tmp'), '{"id"');
    await writeFile(join(home, 'samples.jsonl'), '{}\n');
    const store = await open();
    expect(store.list()).toEqual([]);
    expect(await readdir(join(folder, 'samples'))).toEqual([]);
    expect(workspace.damaged).toEqual([]);
    // Somebody else's file is not ours to remove.
    await mkdir(home, { recursive: true });
    await writeFile(join(home, 'notes.txt'), 'mine');
    await open();
    expect(await readdir(home)).toEqual(['notes.txt']);
  });

  it('writes a large step as a whole new file, and moves a removed set to the trash', async () => {
    const store = await open();
    const many = Array.from({ length: 3000 }, (_, index) => sampleOf(`${index}`));
    const { id } = await store.create({ name: 'tickets', binding }, many);
    await store.edit(
      id,
      many.map((sample) => ({ do: 'set', id: sample.id, fields: { label: 'a' } })),
    );
    expect(await readdir(join(folder, 'samples', id))).toEqual(['samples.jsonl', 'set.json']);
    const { samples } = await (await open()).load(id);
    expect([...samples.values()].every(({ label }) => label === 'a')).toBe(true);
    await store.remove(id);
    expect(store.list()).toEqual([]);
    expect(await readdir(join(folder, 'trash'))).toEqual([id]);
  });

  it('keeps the place of a sample that comes back, and no older line is done again over it', async () => {
    const store = await open();
    const { id } = await store.create(
      { name: 'tickets', binding },
      ['1', '2', '3'].map((name) => sampleOf(name)),
    );
    await store.edit(id, [{ do: 'remove', id: '2' }]);
    await store.edit(id, [{ do: 'add', sample: sampleOf('2'), ahead_of: '3' }]);
    expect([...(await store.load(id)).samples.keys()]).toEqual(['1', '2', '3']);
    // Nothing is left that could remove it again.
    expect(await readdir(join(folder, 'samples', id))).toEqual(['samples.jsonl', 'set.json']);
    await store.edit(id, [{ do: 'set', id: '1', fields: { label: 'a' } }]);
    const { samples } = await (await open()).load(id);
    expect([...samples.keys()]).toEqual(['1', '2', '3']);
    expect(samples.get('1')?.label).toBe('a');
  });

  it('leaves an older step alone when a large one is killed in the middle', async () => {
    const store = await open();
    const many = Array.from({ length: 1001 }, (_, index) => sampleOf(`${index}`));
    const { id } = await store.create({ name: 'tickets', binding }, many);
    await store.edit(id, [{ do: 'set', id: '0', fields: { label: 'a' } }]);
    const all: SampleChange[] = many.map((sample) => ({ do: 'set', id: sample.id, fields: { label: 'b' } }));
    // The process ends as soon as the samples are there.
    const killed: FileSystem = {
      ...diskFileSystem,
      async removeFile(path) {
        if (path.endsWith('edits.jsonl')) throw new Error('killed');
        return diskFileSystem.removeFile(path);
      },
    };
    const dying = await openSamples({ ...workspace, fs: killed }, machineOrigin);
    await expect(dying.edit(id, all)).rejects.toThrow();
    const { samples } = await (await open()).load(id);
    // The step was never acknowledged: all of it is there, or nothing.
    expect(new Set([...samples.values()].slice(1).map(({ label }) => label)).size).toBe(1);
    expect(samples.get('0')?.label).toBe(samples.get('1')?.label === 'b' ? 'b' : 'a');
  });

  it('cancels a set before anything of it is there', async () => {
    const store = await open();
    await expect(store.create({ name: 'x', binding }, [sampleOf('1')], AbortSignal.abort())).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    expect(store.list()).toEqual([]);
    expect(await diskFileSystem.exists(join(folder, 'samples'))).toBe(false);
  });
});

it('changes done again from their beginning end in the same samples, in the same order', () => {
  const id = fc.constantFrom('1', '2', '3', '4');
  const label = fc.constantFrom('a', 'b', null);
  const change: fc.Arbitrary<SampleChange> = fc.oneof(
    fc.record({ do: fc.constant('set' as const), id, fields: fc.record({ label }) }),
    fc.record({ do: fc.constant('remove' as const), id }),
    fc.tuple(id, label).map(([name, given]) => ({ do: 'add' as const, sample: sampleOf(name, given) })),
  );
  fc.assert(
    fc.property(fc.array(change), (wanted) => {
      const samples = new Map([sampleOf('1'), sampleOf('2')].map((sample) => [sample.id, sample]));
      // The store takes an addition only of what is not there.
      const present = new Set(samples.keys());
      const changes = wanted.filter((one) => {
        const name = one.do === 'add' ? one.sample.id : one.id;
        if (present.has(name) === (one.do === 'add')) return false;
        if (one.do === 'add') present.add(name);
        if (one.do === 'remove') present.delete(name);
        return true;
      });
      applyChanges(samples, changes);
      const once = [...samples.values()];
      applyChanges(samples, changes);
      expect([...samples.values()]).toEqual(once);
    }),
  );
});

it('puts samples ahead of others as doing it one after the other in a list would', () => {
  const id = fc.constantFrom('1', '2', '3', '4', '5');
  const change: fc.Arbitrary<SampleChange> = fc.oneof(
    fc.record({ do: fc.constant('remove' as const), id }),
    fc.tuple(id, fc.option(id, { nil: undefined })).map(([name, ahead_of]) => ({
      do: 'add' as const,
      sample: sampleOf(name),
      ahead_of,
    })),
  );
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (wanted) => {
      const list = ['1', '2', '3', '4'];
      const samples = new Map(list.map((name) => [name, sampleOf(name)]));
      const changes = wanted.filter((one) => {
        const name = one.do === 'add' ? one.sample.id : one.id;
        const at = list.indexOf(name);
        if (at >= 0 === (one.do === 'add')) return false;
        if (one.do === 'add') {
          const ahead = list.indexOf(one.ahead_of ?? '');
          list.splice(ahead < 0 ? list.length : ahead, 0, name);
        } else list.splice(at, 1);
        return true;
      });
      applyChanges(samples, changes);
      expect([...samples.keys()]).toEqual(list);
    }),
    {
      numRuns: 500,
      examples: [
        [
          [
            { do: 'remove', id: '1' },
            { do: 'remove', id: '2' },
            { do: 'add', sample: sampleOf('5'), ahead_of: '2' },
            { do: 'add', sample: sampleOf('1') },
            { do: 'add', sample: sampleOf('2') },
          ],
        ],
      ],
    },
  );
});
