import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { openLoadMarker } from './load-marker.ts';

it('tells once what a process that is gone was loading, and nothing of one that lives', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'loading-111.json'), JSON.stringify({ path: '/a.gguf', pid: 111 }));
  writeFileSync(join(folder, 'loading-222.json'), JSON.stringify({ path: '/b.gguf', pid: 222 }));
  writeFileSync(join(folder, 'loading-333.json'), '{"path":');
  const marker = openLoadMarker(folder, (pid) => pid === 222);
  expect(await marker.takeLeft()).toEqual(['/a.gguf']);
  expect(await marker.takeLeft()).toEqual([]);
  expect(existsSync(join(folder, 'loading-222.json'))).toBe(true);
});

it('is there while a file is loaded, and not after', async () => {
  const folder = join(temporaryFolder(), 'models');
  const marker = openLoadMarker(folder);
  await marker.begin('/a.gguf');
  const file = join(folder, `loading-${process.pid}.json`);
  expect(existsSync(file)).toBe(true);
  // Its own load is no past one.
  expect(await marker.takeLeft()).toEqual([]);
  await marker.end();
  expect(existsSync(file)).toBe(false);
  expect(await openLoadMarker(join(folder, 'none')).takeLeft()).toEqual([]);
});
