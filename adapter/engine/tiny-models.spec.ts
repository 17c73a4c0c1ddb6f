import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { tinyModels } from '../../fixtures/models/tiny-models.ts';

test.each([...tinyModels])('%s is what its script makes', async (name, make) => {
  const bytes = await readFile(new URL(`../../fixtures/models/${name}`, import.meta.url));
  expect(bytes.length).toBeLessThan(500_000);
  expect(make().equals(bytes)).toBe(true);
});
