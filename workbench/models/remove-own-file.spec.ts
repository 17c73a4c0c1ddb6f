import { copyFileSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { originPath } from './download/model-origin.ts';
import { isOwnFile, removeOwnFile } from './remove-own-file.ts';

function lay() {
  const root = temporaryFolder();
  const [own, foreign] = [join(root, 'own'), join(root, 'foreign')];
  mkdirSync(own);
  mkdirSync(foreign);
  const model = (folder: string): string => {
    const path = join(folder, 'a.gguf');
    copyFileSync(tinyPaths.llama, path);
    return path;
  };
  return { root, own, foreign, ours: model(own), theirs: model(foreign) };
}

it('deletes a file of ours with what is kept about it, and nothing beside it', async () => {
  const { own, ours } = lay();
  writeFileSync(originPath(ours), '{}');
  copyFileSync(ours, join(own, 'b.gguf'));
  await removeOwnFile(own, ours);
  expect(readdirSync(own)).toEqual(['b.gguf']);
});

it('deletes no file of another folder, also not through a link of ours', async () => {
  const { own, theirs } = lay();
  const link = join(own, 'link.gguf');
  symlinkSync(theirs, link);
  for (const path of [theirs, link]) {
    await expect(removeOwnFile(own, path)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(existsSync(path)).toBe(true);
  }
});

it('deletes no link of somebody else to a file of ours', async () => {
  const { own, foreign, ours } = lay();
  const link = join(foreign, 'link.gguf');
  symlinkSync(ours, link);
  expect(await isOwnFile(own, link)).toBe(false);
  await expect(removeOwnFile(own, link)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(existsSync(link) && existsSync(ours)).toBe(true);
});

it('knows its own folder also behind a link', async () => {
  const { root, own, ours } = lay();
  symlinkSync(own, join(root, 'moved'));
  const seen = join(root, 'moved', 'a.gguf');
  expect(await isOwnFile(join(root, 'moved'), ours)).toBe(true);
  await removeOwnFile(own, seen);
  expect(existsSync(ours)).toBe(false);
});
