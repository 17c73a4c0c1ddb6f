import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { storedGzip, storedGzipBytes } from './stored-gzip.ts';

async function* cut(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('a gzip file of stored blocks', () => {
  it.each([0, 1, 65_534, 65_535, 65_536, 131_070, 200_000])('unpacks to its %i bytes', async (length) => {
    const content = randomBytes(length);
    const packed = await buffer(storedGzip(cut(content, 70_001)));
    expect(gunzipSync(packed).equals(content)).toBe(true);
    expect(packed.length).toBe(storedGzipBytes(length));
  });

  it('does not depend on how its source was cut', async () => {
    const content = randomBytes(150_000);
    const once = await buffer(storedGzip(cut(content, content.length)));
    for (const size of [1_000, 65_535, 65_536]) {
      expect((await buffer(storedGzip(cut(content, size)))).equals(once)).toBe(true);
    }
  });
});
