import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { diskFileSystem as fs } from './file-system.ts';
import { readDocument } from './read-document.ts';

const schema = z.strictObject({ format: z.literal(1), items: z.array(z.strictObject({ id: z.string() })) });

function fileWith(content: string | Uint8Array): string {
  const path = join(temporaryFolder(), 'document.json');
  writeFileSync(path, content);
  return path;
}

it('reads what fits the schema, and nothing from no file', async () => {
  const value = { format: 1, items: [{ id: 'a' }] };
  expect(await readDocument(fs, fileWith(JSON.stringify(value)), schema)).toEqual(value);
  expect(await readDocument(fs, join(temporaryFolder(), 'none.json'), schema)).toBeNull();
});

it.each([
  ['{"format":1,"items":[{"id":"a"},{"id":3}]}', 'items[1].id', /items\[1\]\.id: /],
  ['{"format":1,"items":[{"id":"a","x":1}]}', 'items[0]', /items\[0\]: /],
  ['{"format":1}', 'items', /items: /],
])('names the field of %j', async (text, path, message) => {
  const file = fileWith(text);
  await expect(readDocument(fs, file, schema)).rejects.toMatchObject({
    code: 'FILE_DAMAGED',
    message: expect.stringMatching(message),
    fields: [expect.objectContaining({ path })],
  });
  await expect(readDocument(fs, file, schema)).rejects.toMatchObject({ message: expect.stringContaining(file) });
});

it.each(['', '{', '[1,2', 'null', '"text"', new Uint8Array([0xff, 0xfe]), '{"format":2,"items":[]}'])(
  'refuses %j as damaged',
  async (content) => {
    await expect(readDocument(fs, fileWith(content), schema)).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
  },
);

it('says that a later version wrote it', async () => {
  await expect(readDocument(fs, fileWith('{"format":7,"items":{}}'), schema)).rejects.toMatchObject({
    message: expect.stringContaining('format 7'),
  });
});

it('tells a folder in its place as a failure of the file system', async () => {
  await expect(readDocument(fs, temporaryFolder(), schema)).rejects.toMatchObject({ code: 'IO_FAILED' });
});
