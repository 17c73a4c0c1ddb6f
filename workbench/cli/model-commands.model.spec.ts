import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { fakeTerminal } from '../../test/stand-ins/fake-terminal.ts';
import { foreignFolders } from '../../test/stand-ins/foreign-folders.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { openFileIndex } from '../models/file-index.ts';
import { stampFile } from '../models/stamp-file.ts';
import { runCli } from './run-cli.ts';

function setUp() {
  const folder = temporaryFolder();
  const models = join(folder, '.local', 'share', 'decision-workbench', 'models');
  const run = async (...args: string[]) => {
    const terminal = fakeTerminal(folder);
    const code = await runCli(['models', ...args], terminal);
    return { code, ...terminal.written };
  };
  return { folder, models, run };
}

it('finds what other programs have, as a table and as JSON', async () => {
  const { folder, run } = setUp();
  const found = foreignFolders(folder);
  const table = await run('find');
  expect(table).toMatchObject({ code: 0, err: '' });
  expect(table.out).toMatch(/llama3\.2:3b +0\.00 +F32 +ollama +/);
  expect(table.out).toContain(found.lmStudio);
  const { out } = await run('find', '--json');
  expect(JSON.parse(out)).toHaveLength(6);
  // The app's own list leaves them out.
  expect(JSON.parse((await run('list', '--json')).out)).toEqual([]);
});

it('tells of a model, by path or by name, what it is and what memory it needs', async () => {
  const { folder, run } = setUp();
  foreignFolders(folder);
  const { code, out } = await run('info', 'llama3.2:3b', '--context', '1024');
  expect(code).toBe(0);
  expect(out).toMatch(/memory +\d+ MB ± \d+ MB of \d+ MB free on main memory: (fits|tight|may not fit)/);
  expect(out).toContain('a context of 1024 tokens');
  const json = JSON.parse((await run('info', tinyPaths.llama, '--json')).out);
  expect(json).toMatchObject({ path: tinyPaths.llama, removable: false, fit: { context_tokens: 8192 } });
  expect(await run('info', 'none.gguf')).toMatchObject({ code: 3 });
});

it('deletes what is the app’s own, when that is meant, and nothing else', async () => {
  const { folder, models, run } = setUp();
  const { lmStudio } = foreignFolders(folder);
  mkdirSync(models, { recursive: true });
  const own = join(models, 'own.gguf');
  copyFileSync(tinyPaths.llama, own);
  expect(await run('remove', lmStudio, '--yes')).toMatchObject({ code: 1, out: '' });
  expect(existsSync(lmStudio)).toBe(true);
  const asked = await run('remove', own);
  expect(asked.code).not.toBe(0);
  expect(asked.err).toContain('--yes');
  expect(existsSync(own)).toBe(true);
  expect(await run('remove', 'own.gguf', '--yes')).toMatchObject({ code: 0, out: `Deleted ${own}\n` });
  expect(existsSync(own)).toBe(false);
});

it('checks how a model answers, and keeps that for its information', async () => {
  const { models, run } = setUp();
  // Known to load, so that no process of its own is needed, which only a built program has.
  const stamp = await stampFile(tinyPaths.llama);
  if (stamp !== null) await openFileIndex(models).remember(tinyPaths.llama, stamp, { tried: true });
  const { code, out, err } = await run('check', tinyPaths.llama, '--threads', '1');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  // Random weights want to say anything but the letters.
  expect(out).toMatch(/^Answers in the slot: no, 0\.\d\d of the next token/);
  expect(out).toMatch(/\d decisions a minute with 1 thread, reading option texts\.\n$/);
  expect((await run('info', tinyPaths.llama)).out).toContain('  check          Answers in the slot: no');
  expect(readFileSync(join(models, 'index.jsonl'), 'utf8')).toContain('"decisions_per_minute"');
});

it('says of a file that ended a process what to do', async () => {
  const { models, run, folder } = setUp();
  const path = join(folder, 'a.gguf');
  copyFileSync(tinyPaths.llama, path);
  const stamp = await stampFile(path);
  if (stamp === null) throw new Error('the file is there');
  const crash = { reason: 'The engine crashed on it (SIGSEGV).', at: '2026-01-01T00:00:00.000Z' };
  await openFileIndex(models).remember(path, stamp, { crash });
  const { code, err } = await run('check', path);
  expect(code).toBe(3);
  expect(err).toContain('models check --again');
  writeFileSync(path, readFileSync(tinyPaths.noTemplate));
  expect((await run('info', path)).out).not.toContain('crashed');
});
