import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findModel } from './find-model.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'find-model-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(...names: string[]) {
  for (const name of names) writeFileSync(join(folder, name), '');
}

describe('the model of a folder', () => {
  it('is the only GGUF file, whatever else lies there', async () => {
    put('a.GGUF', 'model-manifest.json', 'a.gguf.part');
    mkdirSync(join(folder, 'tokenizer'));
    expect(await findModel(folder, null)).toEqual({
      path: join(folder, 'a.GGUF'),
      files: ['a.GGUF'],
      hasTokenizerFolder: true,
    });
  });

  it('may be in parts, if all are there', async () => {
    put('m-00002-of-00002.gguf', 'm-00001-of-00002.gguf');
    const first = join(folder, 'm-00001-of-00002.gguf');
    expect(await findModel(folder, null)).toEqual({
      path: first,
      files: ['m-00001-of-00002.gguf', 'm-00002-of-00002.gguf'],
      hasTokenizerFolder: false,
    });
    rmSync(first);
    await expect(findModel(folder, null)).rejects.toThrow('m-00001-of-00002.gguf of the model is missing');
  });

  it('must be named among several', async () => {
    put('a.gguf', 'b.gguf', 'm-00001-of-00001.gguf');
    await expect(findModel(folder, null)).rejects.toThrow(/a\.gguf, b\.gguf, m in 00001 parts/);
    expect((await findModel(folder, join(folder, 'b.gguf'))).path).toBe(join(folder, 'b.gguf'));
    await expect(findModel(folder, join(folder, 'c.gguf'))).rejects.toThrow('There is no file');
  });

  it('is missing', async () => {
    await expect(findModel(folder, null)).rejects.toMatchObject({ code: 'MODEL_MISSING' });
    await expect(findModel(join(folder, 'none'), null)).rejects.toMatchObject({ code: 'MODEL_MISSING' });
  });
});
