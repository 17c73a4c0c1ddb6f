import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkModel } from '../../adapter/server/model-manifest.ts';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { fakeTerminal } from '../../test/stand-ins/fake-terminal.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { keepOrigin } from '../models/download/model-origin.ts';
import { finalPath } from '../models/download/place-in-folder.ts';
import { diskFileSystem } from '../store/file-system.ts';
import { modelsFolder } from './default-folders.ts';
import { runCli } from './run-cli.ts';

const origin = ['--repository', 'owner/name', '--revision', 'abc'];

describe('package model', () => {
  it('writes the same archive twice', async () => {
    const terminal = fakeTerminal(temporaryFolder());
    const answers: { path: string; archive: { sha256: string; bytes: number } }[] = [];
    for (const name of ['a.tar.gz', 'b.tar.gz']) {
      terminal.written.out = '';
      expect(await runCli(['package', 'model', tinyPaths.llama, ...origin, '--output', name, '--json'], terminal)).toBe(
        0,
      );
      answers.push(JSON.parse(terminal.written.out));
    }
    const [first, second] = answers;
    expect(first?.path).toBe(join(terminal.folder, 'a.tar.gz'));
    expect(second?.archive).toEqual(first?.archive);
    expect(readFileSync(second?.path ?? '').equals(readFileSync(first?.path ?? ''))).toBe(true);
  });

  it('writes the manifest alone, for a folder that a container mounts', async () => {
    const terminal = fakeTerminal(temporaryFolder());
    const model = join(terminal.folder, 'tiny.gguf');
    copyFileSync(tinyPaths.llama, model);
    expect(await runCli(['package', 'model', model, ...origin, '--manifest-only'], terminal)).toBe(0);
    expect(terminal.written.out).toBe(`${join(terminal.folder, 'model-manifest.json')}\n`);
    const { signal } = new AbortController();
    expect(await checkModel(model, false, signal)).toMatchObject({ checked: true, repository: 'owner/name' });
  });

  it('names what the app fetched by its repository and commit, as long as it is that', async () => {
    const terminal = fakeTerminal(temporaryFolder());
    const bytes = readFileSync(tinyPaths.llama);
    const file = { file: 'tiny.gguf', bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    const wanted = { repository: 'owner/name', revision: 'c'.repeat(40), files: [file] };
    const folder = modelsFolder(terminal);
    const path = finalPath(folder, wanted, file.file);
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(tinyPaths.llama, path);
    await keepOrigin(diskFileSystem, folder, wanted);
    const named = async () => {
      terminal.written.out = '';
      expect(await runCli(['package', 'model', path, '--manifest-only', '--json'], terminal)).toBe(0);
      const { manifest } = JSON.parse(terminal.written.out);
      return [manifest.gguf.repo, manifest.gguf.revision];
    };
    expect(await named()).toEqual([wanted.repository, wanted.revision]);
    copyFileSync(tinyPaths.hybrid, path);
    expect(await named()).toEqual([null, null]);
  });

  it('without a model says how it takes one', async () => {
    const terminal = fakeTerminal(temporaryFolder());
    expect(await runCli(['package', 'model'], terminal)).toBe(3);
    expect(terminal.written.err).toContain('Name a GGUF file as FILE');
  });

  it('says when there is no such file', async () => {
    const terminal = fakeTerminal(temporaryFolder());
    expect(await runCli(['package', 'model', 'none.gguf'], terminal)).toBe(3);
    expect(terminal.written.err).toContain('none.gguf');
  });
});

describe('package image', () => {
  it('writes what was built, and says when nothing was', async () => {
    const terminal = fakeTerminal(temporaryFolder());
    terminal.builtFolder = join(terminal.folder, 'dist');
    expect(await runCli(['package', 'image'], terminal)).toBe(1);
    expect(terminal.written.err).toContain('npm run build');
    const source = join(terminal.builtFolder, 'server');
    mkdirSync(source, { recursive: true });
    const needed = ['main.js', 'package-model.mjs', 'package.json', 'npm-shrinkwrap.json', 'cpu.Dockerfile'];
    for (const name of [...needed, 'gpu.Dockerfile', 'build-image.yml', 'build-model.yml']) {
      writeFileSync(join(source, name), name);
    }
    expect(await runCli(['package', 'image', '--json'], terminal)).toBe(0);
    const answer = JSON.parse(terminal.written.out);
    expect(answer).toMatchObject({ source_sha256: expect.stringMatching(/^[0-9a-f]{64}$/), files: { length: 8 } });
    expect(readFileSync(join(terminal.folder, 'image-source.zip')).length).toBe(answer.bytes);
  });
});
