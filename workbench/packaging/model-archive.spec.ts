import { createHash } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { checkModel } from '../../adapter/server/model-manifest.ts';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { describeModel } from './describe-model.ts';
import { modelArchive, modelArchiveBytes } from './model-archive.ts';
import { writeModelArchive } from './write-model-archive.ts';

const pinned = { repository: 'owner/name', revision: 'abc' };
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

async function unpack(path: string) {
  const found: { name: string; mtime: number; mode: number | undefined; owner: unknown[]; content: Buffer }[] = [];
  const reader = extract();
  reader.end(gunzipSync(readFileSync(path)));
  for await (const entry of reader) {
    const content: Buffer[] = [];
    for await (const piece of entry) if (piece instanceof Uint8Array) content.push(Buffer.from(piece));
    const { name, mtime, mode, uid, gid, uname, gname } = entry.header;
    found.push({ name, mtime: Number(mtime), mode, owner: [uid, gid, uname, gname], content: Buffer.concat(content) });
  }
  return found;
}

function copyOfTiny(name = 'tiny-llama.gguf'): string {
  const path = join(temporaryFolder(), name);
  copyFileSync(tinyPaths.llama, path);
  return path;
}

describe('a model’s archive', () => {
  it('holds the manifest and the file, which the server takes', async () => {
    const path = copyOfTiny();
    const target = join(temporaryFolder(), 'model.tar.gz');
    const model = await describeModel(path, pinned);
    const written = await writeModelArchive(model, target);
    const entries = await unpack(target);
    expect(entries.map(({ name }) => name)).toEqual(['model-manifest.json', 'tiny-llama.gguf']);
    expect(entries[1]?.content.equals(readFileSync(path))).toBe(true);
    for (const { mtime, mode, owner } of entries) {
      expect({ mtime, mode, owner }).toEqual({ mtime: 0, mode: 0o644, owner: [0, 0, '', ''] });
    }
    expect(written).toEqual({
      path: target,
      bytes: readFileSync(target).length,
      sha256: sha256(readFileSync(target)),
    });
    expect(modelArchiveBytes(model)).toBe(written.bytes);

    const served = temporaryFolder();
    for (const { name, content } of entries) writeFileSync(join(served, name), content);
    const { signal } = new AbortController();
    expect(await checkModel(join(served, 'tiny-llama.gguf'), false, signal)).toEqual({
      sha256: sha256(readFileSync(path)),
      repository: 'owner/name',
      revision: 'abc',
      checked: true,
    });
  });

  it('is the same twice, from another folder and at another time', async () => {
    const one = copyOfTiny();
    const other = copyOfTiny();
    utimesSync(other, new Date(2001, 1, 1), new Date(2001, 1, 1));
    const folder = temporaryFolder();
    const first = await writeModelArchive(await describeModel(one, pinned), join(folder, 'a'));
    const second = await writeModelArchive(await describeModel(other, pinned), join(folder, 'b'));
    expect(second.sha256).toBe(first.sha256);
  });

  it('holds all parts of a split model, each with its checksum', async () => {
    const folder = temporaryFolder();
    const names = [1, 2, 3].map((part) => `m-0000${part}-of-00003.gguf`);
    for (const name of names) writeFileSync(join(folder, name), `content of ${name}`.repeat(20_000));
    writeFileSync(join(folder, 'another.gguf'), 'is no part of it');
    const model = await describeModel(join(folder, names[1] ?? ''), { repository: null, revision: null });
    expect(model.manifest.gguf).toMatchObject({ repo: null, revision: null, file: names[0] });
    const target = join(folder, 'model.tar.gz');
    await writeModelArchive(model, target);
    expect((await unpack(target)).map(({ name }) => name)).toEqual(['model-manifest.json', ...names]);

    const { signal } = new AbortController();
    writeFileSync(join(folder, 'model-manifest.json'), model.manifestText);
    await expect(checkModel(join(folder, names[0] ?? ''), false, signal)).resolves.toMatchObject({ checked: true });
    appendFileSync(join(folder, names[2] ?? ''), '.');
    await expect(checkModel(join(folder, names[0] ?? ''), false, signal)).rejects.toThrow(/m-00003-of-00003.*wrong/);
  });

  it('is not made of a file that changed after its checksum was taken', async () => {
    const path = copyOfTiny();
    const model = await describeModel(path, pinned);
    const content = readFileSync(path);
    content.writeUInt8(content.readUInt8(5_000) ^ 1, 5_000);
    writeFileSync(path, content);
    const folder = temporaryFolder();
    const writing = writeModelArchive(model, join(folder, 'model.tar.gz'));
    await expect(writing).rejects.toMatchObject({ code: 'MODEL_UNREADABLE' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([-1, 1])('is not made of a file that is %i byte longer now', async (change) => {
    const path = copyOfTiny();
    const model = await describeModel(path, pinned);
    const content = readFileSync(path);
    writeFileSync(path, change < 0 ? content.subarray(0, change) : Buffer.concat([content, Buffer.alloc(change)]));
    const folder = temporaryFolder();
    await expect(writeModelArchive(model, join(folder, 'model.tar.gz'))).rejects.toMatchObject({
      code: expect.stringMatching(/^(MODEL_UNREADABLE|IO_FAILED)$/),
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('tells how far it is, and leaves nothing when it is cancelled', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'large.gguf');
    const bytes = 8 * 1024 * 1024;
    writeFileSync(path, Buffer.alloc(bytes, 'weights'));
    const model = await describeModel(path, pinned);
    const told: number[] = [];
    const target = join(folder, 'out');
    mkdirSync(target);
    await writeModelArchive(model, join(target, 'a'), { onProgress: ({ bytesDone }) => told.push(bytesDone) });
    expect(told.length).toBeGreaterThan(3);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(bytes);

    const stop = new AbortController();
    const run = { signal: stop.signal, onProgress: () => stop.abort() };
    await expect(writeModelArchive(model, join(target, 'b'), run)).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(describeModel(path, pinned, { signal: stop.signal })).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(readdirSync(target)).toEqual(['a']);
  });

  it('ends when nobody reads on', async () => {
    const model = await describeModel(copyOfTiny(), pinned);
    for await (const piece of modelArchive(model)) if (piece.length > 0) break;
  });

  it('wants a file name that travels', async () => {
    await expect(describeModel(copyOfTiny('my model.gguf'), pinned)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      fields: [{ path: 'model', message: expect.stringContaining('my model.gguf') }],
    });
    await expect(describeModel('/nowhere/a.gguf', pinned)).rejects.toMatchObject({ code: 'MODEL_MISSING' });
    const link = join(temporaryFolder(), 'a.gguf');
    symlinkSync('/nowhere/a.gguf', link);
    await expect(describeModel(link, pinned)).rejects.toMatchObject({ code: 'MODEL_MISSING' });
  });
});
