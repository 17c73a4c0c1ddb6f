import { join } from 'node:path';
import { expect, it } from 'vitest';
import { partOfName, partPaths } from './split-parts.ts';

it('names all parts of a model by its first', () => {
  const folder = join('/models', 'with # and ü');
  expect(partPaths(join(folder, 'big-00001-of-00003.gguf'))).toEqual(
    [1, 2, 3].map((part) => join(folder, `big-0000${part}-of-00003.gguf`)),
  );
  expect(partPaths('/m/Q8-00001-of-00001.gguf')).toEqual(['/m/Q8-00001-of-00001.gguf']);
  expect(partPaths('/m/whole.gguf')).toEqual(['/m/whole.gguf']);
  expect(partPaths('/m/big-00002-of-00003.gguf')).toEqual(['/m/big-00002-of-00003.gguf']);
});

it('takes no name for a part that cannot be one', () => {
  expect(partOfName('a-00002-of-00010.gguf')).toEqual({ part: 2, parts: 10 });
  for (const name of ['a-00000-of-00002.gguf', 'a-00003-of-00002.gguf', 'a-1-of-2.gguf', 'a-00001-of-99999.gguf']) {
    expect(partOfName(name)).toBeNull();
  }
});
