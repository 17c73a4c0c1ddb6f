import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { failingDisk } from '../../test/stand-ins/failing-disk.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { diskFileSystem as fs } from './file-system.ts';
import { appendLine, readLines } from './json-lines.ts';

const schema = z.strictObject({ n: z.number().int(), text: z.string().optional() });

function fileWith(content: string | Uint8Array): string {
  const path = join(temporaryFolder(), 'lines.jsonl');
  writeFileSync(path, content);
  return path;
}

describe('readLines', () => {
  it('reads nothing from no file', async () => {
    expect(await readLines(fs, join(temporaryFolder(), 'none.jsonl'), schema)).toEqual([]);
  });

  it.each(['{"n":3', '{"n":', '{', '\u0000\u0000\u0000', '{"n":3,"text":"ab'])(
    'drops a torn last line: %j',
    async (torn) => {
      expect(await readLines(fs, fileWith(`{"n":1}\n{"n":2}\n${torn}`), schema)).toEqual([{ n: 1 }, { n: 2 }]);
    },
  );

  it('drops a last line that is torn inside a character', async () => {
    const bytes = new TextEncoder().encode('{"n":1}\n{"n":2,"text":"ü');
    expect(await readLines(fs, fileWith(bytes.subarray(0, -1)), schema)).toEqual([{ n: 1 }]);
  });

  it('keeps a whole last line without its line feed', async () => {
    expect(await readLines(fs, fileWith('{"n":1}\n{"n":2}'), schema)).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it.each([
    ['{"n":1}\n{"n":\n{"n":3}\n', 2, 'no JSON'],
    ['{"n":1}\n\n{"n":3}\n', 2, 'no JSON'],
    ['{"n":"x"}\n{"n":3}\n', 1, 'n: '],
    ['{"n":1}\n{"n":2}\n{"n":1.5}\n', 3, 'n: '],
  ])('names file and line of other damage: %j', async (content, line, why) => {
    const path = fileWith(content);
    await expect(readLines(fs, path, schema)).rejects.toMatchObject({
      code: 'FILE_DAMAGED',
      message: expect.stringMatching(new RegExp(`lines\\.jsonl, line ${line} .*${why}`)),
    });
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  it('names a file that is not UTF-8', async () => {
    await expect(readLines(fs, fileWith(new Uint8Array([0x7b, 0xff, 0x0a])), schema)).rejects.toMatchObject({
      code: 'FILE_DAMAGED',
      message: expect.stringContaining('UTF-8'),
    });
  });
});

describe('appendLine', () => {
  it('makes the file, then adds to it', async () => {
    const path = join(temporaryFolder(), 'new.jsonl');
    await appendLine(fs, path, { n: 1 });
    await appendLine(fs, path, { n: 2 });
    expect(readFileSync(path, 'utf8')).toBe('{"n":1}\n{"n":2}\n');
  });

  it.each([
    ['{"n":1}\n{"n":2', '{"n":1}\n{"n":9}\n'],
    ['{"n":1}\n{"n":2}', '{"n":1}\n{"n":2}\n{"n":9}\n'],
    ['{"n":', '{"n":9}\n'],
    ['', '{"n":9}\n'],
  ])('heals the end of %j first', async (before, after) => {
    const path = fileWith(before);
    await appendLine(fs, path, { n: 9 });
    expect(readFileSync(path, 'utf8')).toBe(after);
  });

  it('finds the end of a last line that is longer than its first look', async () => {
    const long = JSON.stringify({ n: 1, text: 'x'.repeat(300_000) });
    const torn = fileWith(`${long}\n${long.slice(0, -5)}`);
    await appendLine(fs, torn, { n: 2 });
    expect((await readLines(fs, torn, schema)).map(({ n }) => n)).toEqual([1, 2]);
    const whole = fileWith(`${long}\n${long}`);
    await appendLine(fs, whole, { n: 2 });
    expect((await readLines(fs, whole, schema)).map(({ n }) => n)).toEqual([1, 1, 2]);
  });

  it.each(['write', 'sync'] as const)('keeps what was there when %s fails', async (step) => {
    const path = fileWith('{"n":1}\n');
    const disk = failingDisk();
    disk.fail(step);
    await expect(appendLine(disk, path, { n: 2, text: 'long' })).rejects.toMatchObject({ code: 'IO_FAILED' });
    expect(await readLines(fs, path, schema)).toEqual([{ n: 1 }]);
    disk.fail('none');
    await appendLine(disk, path, { n: 3 });
    expect(await readLines(fs, path, schema)).toEqual([{ n: 1 }, { n: 3 }]);
  });
});
