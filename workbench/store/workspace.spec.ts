import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failingDisk } from '../../test/stand-ins/failing-disk.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { diskFileSystem as fs } from './file-system.ts';
import { openWorkspace } from './workspace.ts';

const open = (folder: string) => openWorkspace(fs, folder, 'the test', () => undefined);

it('makes the folder and its version, and leaves no lock behind', async () => {
  const folder = join(temporaryFolder(), 'deep', 'workspace');
  const workspace = await open(folder);
  expect(JSON.parse(readFileSync(join(folder, 'workspace.json'), 'utf8'))).toEqual({ format: 1 });
  expect(existsSync(join(folder, 'lock'))).toBe(true);
  expect(workspace.damaged).toEqual([]);
  await workspace.close();
  expect(readdirSync(folder)).toEqual(['workspace.json']);
});

it('refuses a later version in words, changes nothing and gives the lock back', async () => {
  const folder = temporaryFolder();
  const text = '{"format": 2, "anything": [1]}';
  writeFileSync(join(folder, 'workspace.json'), text);
  await expect(open(folder)).rejects.toMatchObject({
    code: 'FILE_DAMAGED',
    message: expect.stringContaining('later version'),
    next: expect.stringContaining('Update the app'),
  });
  expect(readdirSync(folder)).toEqual(['workspace.json']);
  expect(readFileSync(join(folder, 'workspace.json'), 'utf8')).toBe(text);
});

it.each(['{"format":', '{"format":"one"}', ''])(
  'names a damaged workspace.json and leaves it as it is: %j',
  async (text) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'workspace.json'), text);
    const workspace = await open(folder);
    expect(workspace.damaged).toMatchObject([
      { code: 'FILE_DAMAGED', message: expect.stringContaining('workspace.json') },
    ]);
    await workspace.close();
    expect(readFileSync(join(folder, 'workspace.json'), 'utf8')).toBe(text);
  },
);

it('removes what a killed process left, and nothing else', async () => {
  const folder = temporaryFolder();
  const home = join(folder, 'decisions', 'some');
  mkdirSync(home, { recursive: true });
  const stray = [join(folder, 'settings.json.77-3.tmp'), join(home, 'decision.json.77-4.tmp')];
  const kept = [join(folder, 'notes.tmp'), join(home, 'decision.json'), join(home, 'history.jsonl')];
  for (const path of [...stray, ...kept]) writeFileSync(path, '{');
  const workspace = await open(folder);
  await workspace.close();
  expect(stray.filter(existsSync)).toEqual([]);
  expect(kept.filter(existsSync)).toEqual(kept);
});

it('says in words what is wrong with a folder that cannot be one', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  await expect(open(file)).rejects.toMatchObject({ code: 'IO_FAILED', message: expect.stringContaining(file) });
  const disk = failingDisk('EROFS');
  disk.fail('open');
  await expect(openWorkspace(disk, temporaryFolder(), 'the test', () => undefined)).rejects.toMatchObject({
    code: 'IO_FAILED',
    message: expect.stringContaining('only be read'),
  });
});

it('is the same workspace behind a link', async () => {
  const folder = temporaryFolder();
  const link = join(temporaryFolder(), 'link');
  symlinkSync(folder, link);
  const workspace = await open(folder);
  await expect(open(link)).rejects.toMatchObject({ code: 'WORKSPACE_LOCKED' });
  await workspace.close();
});
