import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileSha256 } from './file-sha256.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sha256-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(bytes: Buffer): Promise<string> {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  return path;
}

describe('fileSha256', () => {
  it.each([0, 1, 4 * 1024 * 1024, 9_000_001])('hashes %i bytes, with progress to the end', async (length) => {
    const bytes = Buffer.alloc(length, 'some bytes ');
    const progress: number[] = [];
    const hash = await fileSha256(await write(bytes), {
      onProgress: ({ bytesDone, bytesTotal }) => {
        expect(bytesTotal).toBe(length);
        progress.push(bytesDone);
      },
    });
    expect(hash).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.at(-1) ?? 0).toBe(length);
  });

  it('stops when it is told to', async () => {
    const path = await write(Buffer.alloc(20_000_000));
    const abort = new AbortController();
    let chunks = 0;
    const hash = fileSha256(path, {
      signal: abort.signal,
      onProgress: () => {
        chunks++;
        abort.abort();
      },
    });
    await expect(hash).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(chunks).toBe(1);
    await expect(fileSha256(path, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('says what is wrong with the path', async () => {
    await expect(fileSha256(join(folder, 'none'))).rejects.toMatchObject({ code: 'MODEL_MISSING' });
    await expect(fileSha256(folder)).rejects.toMatchObject({ code: 'MODEL_UNREADABLE' });
  });
});
