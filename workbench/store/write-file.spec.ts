import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failingDisk } from '../../test/stand-ins/failing-disk.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { diskFileSystem } from './file-system.ts';
import { writeFileAtomically } from './write-file.ts';

it('replaces the file and leaves nothing beside it', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a.json');
  await writeFileAtomically(diskFileSystem, path, 'first');
  await writeFileAtomically(diskFileSystem, path, 'zweite Fassung, ü');
  expect(readFileSync(path, 'utf8')).toBe('zweite Fassung, ü');
  expect(readdirSync(folder)).toEqual(['a.json']);
});

it.each(['open', 'write', 'sync', 'rename'] as const)('keeps the old file when %s fails', async (step) => {
  const folder = temporaryFolder();
  const path = join(folder, 'a.json');
  writeFileSync(path, 'old');
  const disk = failingDisk();
  disk.fail(step);
  await expect(writeFileAtomically(disk, path, 'new and longer')).rejects.toMatchObject({
    code: 'IO_FAILED',
    message: expect.stringContaining('the disk is full'),
    next: expect.stringContaining('Free some space'),
  });
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['a.json']);

  disk.fail('none');
  await writeFileAtomically(disk, path, 'new');
  expect(readFileSync(path, 'utf8')).toBe('new');
});

it('never shows a reader half a file', async () => {
  const path = join(temporaryFolder(), 'a.json');
  const texts = ['a', 'b'].map((letter) => letter.repeat(300_000));
  await writeFileAtomically(diskFileSystem, path, texts[0] ?? '');
  let writing = true;
  const writer = (async () => {
    for (let round = 0; round < 20; round += 1) await writeFileAtomically(diskFileSystem, path, texts[round % 2] ?? '');
    writing = false;
  })();
  let reads = 0;
  while (writing) {
    const text = new TextDecoder().decode(await diskFileSystem.readFile(path));
    expect(texts.includes(text)).toBe(true);
    reads += 1;
  }
  await writer;
  expect(reads).toBeGreaterThan(5);
});
