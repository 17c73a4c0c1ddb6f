import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { asFault } from '../../../adapter/fault.ts';
import { fileSha256 } from '../../../adapter/gguf/file-sha256.ts';
import { readHeader } from '../../../adapter/gguf/read-header.ts';
import { tinyPaths } from '../../../fixtures/models/model-files.ts';
import { temporaryFolder } from '../../../test/stand-ins/temporary-folder.ts';
import { readLayout } from './gguf-layout.ts';
import { makeVariants } from './make-variants.ts';
import type { Variant } from './variants.ts';

const file = 'tiny-llama.gguf';
const variant = (type: 'Q8_0' | 'Q4_0', bytes: number, sha256: string): Variant => ({
  file: `tiny.${type}.gguf`,
  bytes,
  sha256,
  name: `tiny in ${type}`,
  fileType: type === 'Q8_0' ? 7 : 2,
  typeOf: (tensor) => (tensor.type === 'F16' ? type : null),
});
/** Of files that the Python package gguf reads; pinned here so that a change of a byte shows. */
const pinned = [
  variant('Q8_0', 193_664, 'a47afdde9083da569033de5e88a1742b832c894973d7328d496e27233adb3535'),
  variant('Q4_0', 118_784, '3adadcdc78e2383b60716bd10142ac9b2a97db49a03300b11855de465df0dc6a'),
];

async function setUp() {
  const folder = join(temporaryFolder(), 'models');
  mkdirSync(folder);
  const path = join(folder, file);
  copyFileSync(tinyPaths.llama, path);
  const source = { file, bytes: statSync(path).size, sha256: await fileSha256(path) };
  const onProgress = vi.fn();
  const controller = new AbortController();
  const make = (variants: readonly Variant[] = pinned) =>
    makeVariants(folder, { signal: controller.signal, onProgress }, { source, variants });
  return { folder, path, make, onProgress, controller };
}

describe('variants of a tiny model', () => {
  it('are the pinned bytes, with the types in the tensors and the name that says so', async () => {
    const { folder, path, make, onProgress } = await setUp();
    expect(await make()).toEqual(pinned.map(({ file, sha256 }) => ({ path: join(folder, file), sha256 })));
    expect(readdirSync(folder).sort()).toEqual([file, ...pinned.map((one) => one.file)].sort());
    const before = await readHeader(path, { withTokens: true });
    for (const { file, name, bytes, typeOf } of pinned) {
      const header = await readHeader(join(folder, file), { withTokens: true });
      expect(header).toMatchObject({
        name,
        bytes,
        tokens: before.tokens,
        tokenTypes: before.tokenTypes,
        chatTemplates: before.chatTemplates,
        parameterCount: before.parameterCount,
        tensorCount: before.tensorCount,
        statedQuantization: file.includes('Q8_0') ? 'Q8_0' : 'Q4_0',
      });
      const layout = await readLayout(join(folder, file));
      const source = await readLayout(path);
      expect(layout.tensors.map(({ name, type, start }) => [name, type, start % 32])).toEqual(
        source.tensors.map((tensor) => [tensor.name, typeOf(tensor) ?? tensor.type, 0]),
      );
    }
    const total = pinned.reduce((sum, { bytes }) => sum + bytes, 0);
    const done = onProgress.mock.calls.map(([bytes]) => bytes);
    expect(done).toEqual([...done].sort((a, b) => a - b));
    expect(onProgress).toHaveBeenLastCalledWith(total, total);
  });

  it('keeps what is not requantised to the byte', async () => {
    const { folder, path, make } = await setUp();
    await make();
    const read = async (from: string) => {
      const content = readFileSync(from);
      const { tensors } = await readLayout(from);
      return new Map(tensors.map(({ name, start, bytes }) => [name, content.subarray(start, start + bytes)]));
    };
    const [before, after] = [await read(path), await read(join(folder, 'tiny.Q8_0.gguf'))];
    const kept = (await readLayout(path)).tensors.filter(({ type }) => type === 'F32');
    expect(kept.length).toBeGreaterThan(3);
    for (const { name } of kept) expect(after.get(name)?.equals(before.get(name) ?? Buffer.alloc(0))).toBe(true);
  });

  it('stay when they are there, and are written anew when they are damaged', async () => {
    const { folder, make } = await setUp();
    await make();
    const [first, second] = pinned.map((one) => join(folder, one.file));
    if (first === undefined || second === undefined) throw new Error('there are two');
    const time = statSync(first).mtimeMs;
    writeFileSync(second, Buffer.alloc(statSync(second).size));
    await make();
    expect(statSync(first).mtimeMs).toBe(time);
    expect(createHash('sha256').update(readFileSync(second)).digest('hex')).toBe(pinned[1]?.sha256);
  });

  it('are not kept with another hash', async () => {
    const { folder, make } = await setUp();
    const [first] = pinned;
    if (first === undefined) throw new Error('there is one');
    await expect(make([{ ...first, sha256: '0'.repeat(64) }])).rejects.toMatchObject({ code: 'UNEXPECTED' });
    expect(readdirSync(folder)).toEqual([file]);
  });

  it('leave nothing behind when they are cancelled, and what was finished stays', async () => {
    const { folder, make, controller, onProgress } = await setUp();
    const [q8] = pinned;
    onProgress.mockImplementation((done: number) => {
      if (done > (q8?.bytes ?? 0)) controller.abort();
    });
    await expect(make()).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(readdirSync(folder).sort()).toEqual([file, q8?.file].sort());
  });

  it('need the starter, the right one', async () => {
    const { folder, path, make } = await setUp();
    writeFileSync(path, Buffer.alloc(statSync(path).size));
    const fault = asFault(await make().catch((error: unknown) => error));
    expect(fault).toMatchObject({ code: 'NO_MODEL', next: expect.stringContaining('Fetch the starter') });
    expect(existsSync(join(folder, 'tiny.Q8_0.gguf'))).toBe(false);
  });
});
