import { copyFileSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { diskFileSystem } from '../store/file-system.ts';
import { keepOrigin } from './download/model-origin.ts';
import { openFileIndex } from './file-index.ts';
import { createModelLibrary } from './model-library.ts';
import { stampFile } from './stamp-file.ts';
import { starter } from './starter.ts';
import { variants } from './variants/variants.ts';

function openLibrary(places: string[] = []) {
  const folder = temporaryFolder();
  const modelsFolder = join(folder, 'models');
  const fileIndex = openFileIndex(modelsFolder);
  const changePlaces = vi.fn(async (changed: string[]) => {
    places = changed;
  });
  const library = createModelLibrary({ modelsFolder, fileIndex, places: () => places, changePlaces });
  return { folder, modelsFolder, fileIndex, library, places: () => places };
}

function addModel(folder: string, name: string, from: string = tinyPaths.llama): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  copyFileSync(from, path);
  return path;
}

it('describes a file in place from its header', async () => {
  const { folder, library, places } = openLibrary();
  const path = addModel(folder, 'a.gguf');
  const [entry, ...others] = await library.add(path);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ path, file: 'a.gguf', origin: 'added', fault: null, sha256: null });
  expect(entry?.header).toMatchObject({ architecture: 'llama', chat_template: 'one' });
  expect(entry?.bytes).toBe((await stampFile(path))?.bytes);
  expect(places()).toEqual([path]);
});

it('finds the files of a folder and of those in it, by name, first parts only, each once', async () => {
  const { folder, library } = openLibrary();
  const root = join(folder, 'hub');
  const b = addModel(join(root, 'snapshots'), 'b.gguf');
  const first = addModel(root, 'big-00001-of-00002.gguf');
  addModel(root, 'big-00002-of-00002.gguf');
  writeFileSync(join(root, 'notes.txt'), 'no model');
  mkdirSync(join(root, 'folder.gguf'));
  symlinkSync(b, join(root, 'snapshots', 'c.gguf'));
  expect((await library.add(root)).map(({ path }) => path)).toEqual([first, b]);
  expect((await library.add(b)).map(({ path }) => path)).toEqual([first, b]);
});

it('shows the starter first, and damaged and vanished files with what is wrong', async () => {
  const { folder, modelsFolder, library } = openLibrary();
  const damaged = addModel(folder, 'damaged.gguf');
  const gone = addModel(folder, 'gone.gguf');
  await library.add(damaged);
  await library.add(gone);
  truncateSync(damaged, 1000);
  rmSync(gone);
  const starter = addModel(modelsFolder, 'SmolLM2-135M-Instruct.Q4_1.gguf');
  const list = await library.list();
  expect(list.map(({ path, origin, fault }) => [path, origin, fault?.code])).toEqual([
    [starter, 'starter', undefined],
    [damaged, 'added', 'MODEL_UNREADABLE'],
    [gone, 'added', 'MODEL_MISSING'],
  ]);
  expect(list[1]?.header).toBeNull();
});

it('shows variants of the starter as such, between it and what was added', async () => {
  const { folder, modelsFolder, library } = openLibrary();
  const added = addModel(folder, 'a.gguf');
  await library.add(added);
  const made = variants.map(({ file }) => addModel(modelsFolder, file));
  const first = addModel(modelsFolder, starter.file);
  expect((await library.list()).map(({ path, origin }) => [path, origin])).toEqual([
    [first, 'starter'],
    ...made.map((path) => [path, 'variant']),
    [added, 'added'],
  ]);
});

it('makes no variants without the starter', async () => {
  const { library } = openLibrary();
  const run = { signal: AbortSignal.timeout(1000), onProgress: () => undefined };
  await expect(library.makeVariants(run)).rejects.toMatchObject({ code: 'NO_MODEL' });
});

it('refuses what is no model, without adding it', async () => {
  const { folder, library, places } = openLibrary();
  const text = join(folder, 'notes.txt');
  writeFileSync(text, '');
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  await expect(library.add(text)).rejects.toMatchObject({ code: 'INVALID_REQUEST', fields: [{ path: 'path' }] });
  await expect(library.add(empty)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(library.add(join(folder, 'none.gguf'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(places()).toEqual([]);
});

it('forgets a place and leaves the file', async () => {
  const { folder, library } = openLibrary();
  const path = addModel(folder, 'a.gguf');
  const heard = vi.fn();
  library.onChange(heard);
  await library.add(path);
  expect(await library.forget(path)).toEqual([]);
  expect(await stampFile(path)).not.toBeNull();
  expect(heard).toHaveBeenLastCalledWith([]);
  await expect(library.forget(path)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('says that a file belongs to a folder that was added', async () => {
  const { folder, library } = openLibrary();
  const path = addModel(join(folder, 'hub'), 'a.gguf');
  await library.add(join(folder, 'hub'));
  await expect(library.forget(path)).rejects.toMatchObject({ message: expect.stringContaining('hub, which was') });
});

it('takes a starter that was checked before and is unchanged, without reading it again', async () => {
  const { modelsFolder, fileIndex, library } = openLibrary();
  const path = addModel(modelsFolder, starter.file);
  const stamp = await stampFile(path);
  if (stamp === null) throw new Error('the file is there');
  await fileIndex.remember(path, stamp, { sha256: starter.sha256 });
  const run = { signal: AbortSignal.timeout(1000), onProgress: () => undefined };
  expect(await library.fetchStarter(run)).toMatchObject({ path, origin: 'starter', sha256: starter.sha256 });
});

it('remembers what it knows in a file that may be thrown away', async () => {
  const { folder, modelsFolder, fileIndex, library } = openLibrary();
  const path = addModel(folder, 'a.gguf');
  await library.add(path);
  const stamp = await stampFile(path);
  if (stamp === null) throw new Error('the file is there');
  await fileIndex.remember(path, stamp, { sha256: 'ab', tried: true });
  const later = openFileIndex(modelsFolder);
  expect(await later.look(path, stamp)).toMatchObject({ sha256: 'ab', tried: true, header: { architecture: 'llama' } });
  expect(await later.look(path, { ...stamp, mtimeMs: 1 })).toBeNull();
  expect(await later.look(path, { ...stamp, inode: 1 })).toBeNull();
  writeFileSync(join(modelsFolder, 'index.jsonl'), '{"path":"x","bytes":');
  const damaged = openFileIndex(modelsFolder);
  expect(await damaged.look(path, stamp)).toBeNull();
  await damaged.remember(path, stamp, { tried: true });
  expect(await openFileIndex(modelsFolder).look(path, stamp)).toMatchObject({ tried: true });
});

it('keeps what two of them find out', async () => {
  const { modelsFolder } = openLibrary();
  const stamp = { bytes: 1, mtimeMs: 1, inode: 1 };
  const [one, two] = [openFileIndex(modelsFolder), openFileIndex(modelsFolder)];
  await one.look('/a', stamp);
  await two.look('/a', stamp);
  await one.remember('/a', stamp, { tried: true });
  await two.remember('/b', stamp, { tried: true });
  const three = openFileIndex(modelsFolder);
  expect(await three.look('/a', stamp)).toMatchObject({ tried: true });
  expect(await three.look('/b', stamp)).toMatchObject({ tried: true });
});

it('names a download by its repository and whole commit, and what else lies in the folder by neither', async () => {
  const { modelsFolder, library } = openLibrary();
  const wanted = {
    repository: 'someone/Tiny-GGUF',
    revision: '0123456789abcdef0123456789abcdef01234567',
    files: [{ file: 'q/a.gguf', bytes: 1, sha256: 'a'.repeat(64) }],
  };
  const fetched = addModel(join(modelsFolder, 'hub', 'someone', 'Tiny-GGUF', '0123456789ab', 'q'), 'a.gguf');
  const named = async () =>
    (await library.list()).map(({ path, repository, revision }) => [path, repository, revision]);
  // Fetched before records were kept.
  expect(await named()).toEqual([[fetched, wanted.repository, null]]);
  await keepOrigin(diskFileSystem, modelsFolder, wanted);
  const copied = addModel(join(modelsFolder, 'mine', 'own', 'x'), 'b.gguf');
  expect(await named()).toEqual([
    [fetched, wanted.repository, wanted.revision],
    [copied, null, null],
  ]);
});

it('puts names with numbers in the order in which people count', async () => {
  const { folder, library } = openLibrary();
  const names = ['model-2.gguf', 'model-10.gguf', 'model-100.gguf'];
  for (const name of names.toReversed()) addModel(join(folder, 'm'), name);
  expect((await library.add(join(folder, 'm'))).map(({ file }) => file)).toEqual(names);
});
