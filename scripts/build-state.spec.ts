import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isBuilt, recordBuild } from './build-state.mjs';

let root: string;
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const build = async () => write('dist/cli/main.js', 'built');

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'build-'));
  write('adapter/score/score.ts', 'export const one = 1;');
  write('renderer/main.tsx', 'page');
  await recordBuild(root, 'node', build);
});
afterEach(() => rmSync(root, { recursive: true }));

it('has nothing to do after a build', () => {
  expect(isBuilt(root, 'node')).toBe(true);
});

it.each<[string, () => void]>([
  ['a file changes, even to the same length', () => write('adapter/score/score.ts', 'export const one = 2;')],
  ['a file is added', () => write('workbench/new.ts', '')],
  [
    'a file is renamed',
    () => {
      rmSync(join(root, 'adapter/score/score.ts'));
      write('adapter/score/other.ts', 'export const one = 1;');
    },
  ],
  ['the packages change', () => write('package-lock.json', '{}')],
  ['the result is gone', () => rmSync(join(root, 'dist/cli/main.js'))],
  ['all results are gone', () => rmSync(join(root, 'dist'), { recursive: true })],
])('builds again when %s', (_case, change) => {
  change();
  expect(isBuilt(root, 'node')).toBe(false);
});

it.each<[string, () => void]>([
  ['a spec changes', () => write('adapter/score/score.spec.ts', 'new')],
  ['the other half changes', () => write('renderer/main.tsx', 'another page')],
])('does not build again when %s', (_case, change) => {
  change();
  expect(isBuilt(root, 'node')).toBe(true);
});

it('counts a failed build, and one whose sources moved meanwhile, as not done', async () => {
  await expect(
    recordBuild(root, 'node', async () => {
      throw new Error('syntax');
    }),
  ).rejects.toThrow('syntax');
  expect(isBuilt(root, 'node')).toBe(false);

  await recordBuild(root, 'node', async () => {
    await build();
    write('adapter/score/score.ts', 'edited while building');
  });
  expect(isBuilt(root, 'node')).toBe(false);
});
