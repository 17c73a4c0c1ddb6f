import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { checkModel, MANIFEST_FILE } from './model-manifest.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const { signal } = new AbortController();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const names = ['m-00001-of-00002.gguf', 'm-00002-of-00002.gguf'] as const;
const joined = sha256(`${sha256('one')}\n${sha256('two')}\n`);

/** A model of two parts, with what a manifest says of them. */
function lay(parts: { file: string; sha256: string }[] | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), 'manifest-'));
  folders.push(folder);
  writeFileSync(join(folder, names[0]), 'one');
  writeFileSync(join(folder, names[1]), 'two');
  const gguf = { repo: 'a/b', revision: 'c'.repeat(40), file: names[0], sha256: sha256('one') };
  writeFileSync(join(folder, MANIFEST_FILE), JSON.stringify({ gguf: { ...gguf, parts } }));
  return join(folder, names[0]);
}

const first = { file: names[0], sha256: sha256('one') };
const second = { file: names[1], sha256: sha256('two') };

it.each([
  ['in their order', [first, second]],
  ['in another order', [second, first]],
  ['in capital digits', [first, { ...second, sha256: second.sha256.toUpperCase() }]],
])('holds all parts against the manifest, listed %s', async (_, parts) => {
  const path = lay(parts);
  const found = { sha256: joined, repository: 'a/b', revision: 'c'.repeat(40) };
  expect(await checkModel(path, false, signal)).toEqual({ ...found, checked: true });
  expect(await checkModel(path, true, signal)).toEqual({ ...found, checked: false });
});

it('refuses a later part that is another', async () => {
  const path = lay([first, { ...second, sha256: '0'.repeat(64) }]);
  await expect(checkModel(path, false, signal)).rejects.toMatchObject({
    code: 'MODEL_UNREADABLE',
    message: expect.stringContaining(names[1]),
  });
});

it.each([
  ['no parts', undefined],
  ['the first part twice', [first, first]],
])('vouches for nothing where the manifest lists %s, and knows the model by its bytes', async (_, parts) => {
  expect(await checkModel(lay(parts), false, signal)).toMatchObject({ sha256: joined, checked: false });
});
