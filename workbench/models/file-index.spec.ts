import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { openFileIndex } from './file-index.ts';

const stamp = { bytes: 3, mtimeMs: 1.5, inode: 7 };
const path = '/models/a.gguf';
const crash = { reason: 'The engine crashed on it.', at: '2026-01-01T00:00:00.000Z' };

it('keeps what two programs found out about one file, whichever said it last', async () => {
  const folder = temporaryFolder();
  const [app, command] = [openFileIndex(folder), openFileIndex(folder)];
  // Both have read what there was.
  await Promise.all([app.look(path, stamp), command.look(path, stamp)]);
  await app.remember(path, stamp, { sha256: 'a'.repeat(64) });
  await command.remember(path, stamp, { crash });
  await app.remember(path, stamp, { tried: false });
  expect(await openFileIndex(folder).look(path, stamp)).toMatchObject({ sha256: 'a'.repeat(64), crash, tried: false });
});

it('takes the last word, and nothing of a file that was replaced', async () => {
  const folder = temporaryFolder();
  const index = openFileIndex(folder);
  await index.remember(path, stamp, { sha256: 'a'.repeat(64), crash });
  await index.remember(path, stamp, { crash: null });
  expect(await openFileIndex(folder).look(path, stamp)).toMatchObject({ sha256: 'a'.repeat(64), crash: null });
  const replaced = { ...stamp, inode: 8 };
  await index.remember(path, replaced, { tried: true });
  const again = openFileIndex(folder);
  expect(await again.look(path, stamp)).toBeNull();
  expect(await again.look(path, replaced)).toMatchObject({ sha256: null, crash: null, tried: true });
});

it('lives with torn and foreign lines, and is written anew when most of it is old', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'index.jsonl');
  const index = openFileIndex(folder);
  await index.remember(path, stamp, { sha256: 'a'.repeat(64) });
  appendFileSync(file, '{"path":"/torn\n[]\nnull\n{"path":"/b","bytes":"many"}\n');
  for (let round = 0; round < 10; round += 1) await index.remember(path, stamp, { tried: round % 2 === 1 });
  const known = { sha256: 'a'.repeat(64), tried: true };
  expect(await openFileIndex(folder).look(path, stamp)).toMatchObject(known);
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(1);
  expect(await openFileIndex(folder).look(path, stamp)).toMatchObject(known);
});
