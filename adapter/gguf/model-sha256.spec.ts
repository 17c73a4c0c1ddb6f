import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinSha256, modelSha256 } from './model-sha256.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sha256-'));
});
afterAll(() => rm(folder, { recursive: true }));

const hex = (text: string): string => createHash('sha256').update(text).digest('hex');

it('is the file’s own of one file', async () => {
  await writeFile(join(folder, 'whole.gguf'), 'whole');
  expect(await modelSha256(join(folder, 'whole.gguf'))).toBe(hex('whole'));
});

it('is that of the parts’ hashes of a split model, as sha256sum of the list would give it', async () => {
  await writeFile(join(folder, 'm-00001-of-00002.gguf'), 'first');
  await writeFile(join(folder, 'm-00002-of-00002.gguf'), 'second');
  const progress: number[] = [];
  const identity = await modelSha256(join(folder, 'm-00001-of-00002.gguf'), {
    onProgress: ({ bytesDone, bytesTotal }) => {
      expect(bytesTotal).toBe(11);
      progress.push(bytesDone);
    },
  });
  expect(identity).toBe(hex(`${hex('first')}\n${hex('second')}\n`));
  expect(identity).toBe(joinSha256([hex('first'), hex('second')]));
  expect(progress).toEqual([5, 11]);
  await rm(join(folder, 'm-00002-of-00002.gguf'));
  await expect(modelSha256(join(folder, 'm-00001-of-00002.gguf'))).rejects.toMatchObject({ code: 'MODEL_MISSING' });
});
