import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { type ServedFile, type ServedHub, serveHub } from '../../../test/stand-ins/hub/serve-hub.ts';
import { temporaryFolder } from '../../../test/stand-ins/temporary-folder.ts';
import { type DownloadParts, type DownloadRun, downloadFile } from './download-file.ts';
import { openHubAccess } from './hub-access.ts';

const REPOSITORY = 'someone/Tiny-GGUF';
const REVISION = 'a'.repeat(40);
const bytes = randomBytes(300_000);
const wanted = { file: 'tiny.gguf', bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };

let hub: ServedHub | null = null;
afterEach(async () => {
  await hub?.close();
  hub = null;
});

async function open(file: Partial<ServedFile>, gatedFor?: string[]) {
  const served: ServedFile = { path: wanted.file, bytes, ...file };
  hub = await serveHub([{ name: REPOSITORY, revision: REVISION, files: [served], ...(gatedFor && { gatedFor }) }]);
  return hub;
}

function start(
  served: ServedHub,
  options: { path?: string; env?: NodeJS.ProcessEnv; run?: Partial<DownloadRun>; parts?: Partial<DownloadParts> } = {},
) {
  const path = options.path ?? join(temporaryFolder(), 'part');
  const waits: number[] = [];
  const done = downloadFile(
    { repository: REPOSITORY, revision: REVISION },
    wanted,
    path,
    {
      access: openHubAccess({ HF_ENDPOINT: served.url, ...options.env }, temporaryFolder()),
      free: async () => 1e12,
      sleep: async (ms) => void waits.push(ms),
      silenceMs: 500,
      ...options.parts,
    },
    {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      isPaused: () => false,
      checkpoint: async () => undefined,
      ...options.run,
    },
  );
  return { path, waits, done };
}

const sentBytes = (served: ServedHub) => served.sent.get(wanted.file) ?? 0;
const ranges = (served: ServedHub) =>
  served.requests.filter(({ host }) => host === 'storage').map(({ range }) => range);

describe('a download', () => {
  it('is the file, fetched once', async () => {
    const served = await open({});
    const { path, done } = start(served);
    await done;
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(sentBytes(served)).toBe(bytes.length);
  });

  it.each([
    [
      'was cut off',
      [
        { kind: 'cut' as const, after: 100_000 },
        { kind: 'cut' as const, after: 50_000 },
      ],
    ],
    ['went silent', [{ kind: 'stall' as const, after: 120_000 }]],
    [
      'was answered 500, then 503',
      [
        { kind: 'status' as const, status: 500 },
        { kind: 'status' as const, status: 503 },
      ],
    ],
  ])('that %s goes on where it was', async (_, trouble) => {
    const served = await open({ trouble });
    const { path, done } = start(served);
    await done;
    expect(readFileSync(path).equals(bytes)).toBe(true);
    // What the storage sent into a dying connection may be lost; what arrived is not asked for again.
    const starts = ranges(served).map((range) => Number(/\d+/.exec(range ?? '0')?.[0]));
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  });

  it('asks for no byte that is on the disk', async () => {
    const served = await open({});
    const path = join(temporaryFolder(), 'part');
    writeFileSync(path, bytes.subarray(0, 123_456));
    await start(served, { path }).done;
    expect(ranges(served)).toEqual(['bytes=123456-']);
    expect(sentBytes(served)).toBe(bytes.length - 123_456);
    await start(served, { path }).done;
    expect(ranges(served)).toHaveLength(1);
  });

  it('waits as long as the server asks, and not for an hour', async () => {
    const limited = (delay: string) => ({ kind: 'status' as const, status: 429, headers: { 'retry-after': delay } });
    const served = await open({ trouble: [limited('7'), limited('3600')] });
    const { waits, done } = start(served);
    await expect(done).rejects.toMatchObject({ code: 'DOWNLOAD_FAILED', message: expect.stringContaining('too many') });
    expect(waits).toEqual([7000]);
  });

  it('gives up when nothing comes any more, and keeps what came', async () => {
    const never = Array.from({ length: 10 }, () => ({ kind: 'cut' as const, after: 0 }));
    const served = await open({ trouble: [{ kind: 'cut', after: 90_000 }, ...never] });
    const { path, waits, done } = start(served);
    await expect(done).rejects.toMatchObject({ code: 'DOWNLOAD_FAILED' });
    expect(statSync(path).size).toBeGreaterThan(0);
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16000]);
  });

  it('begins again with a server that cannot begin in the middle', async () => {
    const served = await open({ trouble: [{ kind: 'cut', after: 90_000 }, { kind: 'no-ranges' }] });
    const { path, done } = start(served);
    await done;
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it.each([
    ['another content', [{ kind: 'wrong-bytes' as const }], /SHA-256/],
    ['more bytes', [{ kind: 'wrong-length' as const, bytes: 300_100 }], /300100 bytes/],
    [
      'fewer bytes, when it goes on',
      [
        { kind: 'cut' as const, after: 100_000 },
        { kind: 'wrong-length' as const, bytes: 250_000 },
      ],
      /250000 bytes/,
    ],
    [
      'nothing where the rest should be',
      [
        { kind: 'cut' as const, after: 200_000 },
        { kind: 'wrong-length' as const, bytes: 1000 },
      ],
      /no byte/,
    ],
  ])('of %s is refused and deleted', async (_, trouble, why) => {
    const served = await open({ trouble });
    const { path, done } = start(served);
    await expect(done).rejects.toMatchObject({ code: 'DOWNLOAD_FAILED', message: expect.stringMatching(why) });
    expect(existsSync(path)).toBe(false);
  });

  it('of another range than it asked for is refused', async () => {
    const served = await open({ trouble: [{ kind: 'cut', after: 100_000 }, { kind: 'wrong-range' }] });
    await expect(start(served).done).rejects.toMatchObject({ message: expect.stringContaining('bytes from') });
  });

  it('begins anew where the disk holds more than there is', async () => {
    const served = await open({});
    const path = join(temporaryFolder(), 'part');
    writeFileSync(path, Buffer.alloc(bytes.length + 1));
    await start(served, { path }).done;
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });
});

describe('a person', () => {
  it('pauses: the connection ends, and the rest is fetched later', async () => {
    const served = await open({ rate: 1_000_000 });
    let paused = false;
    let pauses = 0;
    const { done } = start(served, {
      run: {
        onProgress: (now) => {
          if (now > 100_000 && pauses === 0) paused = true;
        },
        isPaused: () => paused,
        checkpoint: async () => {
          if (!paused) return;
          pauses += 1;
          const before = ranges(served).length;
          // Long enough for what would come if it still fetched.
          await new Promise((resolve) => setTimeout(resolve, 50));
          expect(ranges(served)).toHaveLength(before);
          paused = false;
        },
      },
    });
    await done;
    expect(ranges(served)).toHaveLength(2);
    expect(ranges(served)[1]).toMatch(/^bytes=[1-9]/);
  });

  it('cancels: it says so, and what came is kept', async () => {
    const served = await open({ trouble: [{ kind: 'stall', after: 100_000 }] });
    const stop = new AbortController();
    const { path, done } = start(served, {
      run: { signal: stop.signal, onProgress: (now) => now > 50_000 && stop.abort() },
    });
    await expect(done).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(statSync(path).size).toBeGreaterThan(0);
  });

  it('is told how to get in, and the token is shown to the hub alone', async () => {
    const served = await open({}, ['good']);
    await expect(start(served).done).rejects.toMatchObject({ next: expect.stringContaining('HF_TOKEN') });
    const refused = start(served, { env: { HF_TOKEN: 'other' } });
    await expect(refused.done).rejects.toMatchObject({ message: expect.stringContaining('awaiting a review') });
    await start(served, { env: { HF_TOKEN: 'good' } }).done;
    expect(served.requests.filter(({ host }) => host === 'hub').map(({ authorization }) => authorization)).toEqual([
      null,
      'Bearer other',
      'Bearer good',
    ]);
    const [stored] = served.requests.filter(({ host }) => host === 'storage');
    expect(stored).toMatchObject({ authorization: null });
  });
});

describe('the disk', () => {
  it('is asked for room before anything is fetched', async () => {
    const served = await open({});
    const { done } = start(served, { parts: { free: async () => 400e6 - 256e6 } });
    await expect(done).rejects.toMatchObject({ code: 'IO_FAILED', message: expect.stringContaining('144 MB free') });
    expect(served.requests).toEqual([]);
  });

  // Only root may mount a disk so small that it fills up.
  it.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
    'fills up in the middle: it says so, keeps what came, and goes on when there is room',
    async () => {
      const served = await open({});
      const folder = temporaryFolder();
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', folder]);
      onTestFinished(() => void execFileSync('umount', [folder]));
      const path = join(folder, 'part');
      const parts = { free: async () => Number.POSITIVE_INFINITY };
      await expect(start(served, { path, parts }).done).rejects.toMatchObject({
        code: 'IO_FAILED',
        message: expect.stringContaining('is full'),
      });
      const kept = statSync(path).size;
      expect(kept).toBeGreaterThan(0);
      execFileSync('mount', ['-o', 'remount,size=1m', folder]);
      await start(served, { path, parts }).done;
      expect(readFileSync(path).equals(bytes)).toBe(true);
      expect(ranges(served)[1]).toBe(`bytes=${kept}-`);
    },
  );
});
