import { execFileSync } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/stand-ins/temporary-folder.ts';
import { readSmallFile } from './read-small-file.ts';

it('reads a small file, and no other', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'settings.json');
  writeFileSync(path, 'ä{}');
  expect(await readSmallFile(path)).toBe('ä{}');
  truncateSync(path, 1024 * 1024 + 1);
  mkdirSync(join(folder, 'a'));
  for (const other of [path, join(folder, 'a'), join(folder, 'none')]) expect(await readSmallFile(other)).toBe('');
});

it.skipIf(process.platform === 'win32')('does not wait at a pipe', async () => {
  const pipe = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(await readSmallFile(pipe)).toBe('');
});
