import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/stand-ins/temporary-folder.ts';
import type { WantedModel } from '../../contract/hub.ts';
import { diskFileSystem } from '../../store/file-system.ts';
import { keepOrigin, originPath, readOrigin } from './model-origin.ts';
import { finalPath } from './place-in-folder.ts';

const wanted: WantedModel = {
  repository: 'someone/Tiny-GGUF',
  revision: '0123456789abcdef0123456789abcdef01234567',
  files: [{ file: 'q/Tiny-Q8_0.gguf', bytes: 3, sha256: 'a'.repeat(64) }],
};

async function keep(model = wanted) {
  const folder = temporaryFolder();
  const path = finalPath(folder, model, model.files[0]?.file ?? '');
  mkdirSync(dirname(path), { recursive: true });
  await keepOrigin(diskFileSystem, folder, model);
  return { folder, path };
}

it('keeps the whole commit, which the folder does not', async () => {
  const { folder, path } = await keep();
  expect(path).not.toContain(wanted.revision);
  const { repository, revision } = wanted;
  expect(await readOrigin(folder, path)).toEqual({ repository, revision, sha256: 'a'.repeat(64) });
});

it('knows a split model by the hashes of its parts', async () => {
  const files = [1, 2].map((part) => ({
    file: `T-0000${part}-of-00002.gguf`,
    bytes: 1,
    sha256: String(part).repeat(64),
  }));
  const { folder, path } = await keep({ ...wanted, files });
  // printf '%s\n%s\n' 1111… 2222… | sha256sum
  expect((await readOrigin(folder, path))?.sha256).toBe(
    'f5404fd407075eb9ef6261cbfc12da4cbe2906c3a04dcffd2be12daa6a475c89',
  );
});

it('believes no record of another place, and none that is damaged', async () => {
  const { folder, path } = await keep();
  expect(await readOrigin(folder, join(folder, 'none.gguf'))).toBeNull();
  const elsewhere = join(folder, 'hub', 'another', 'name', '0123456789ab', 'q', 'Tiny-Q8_0.gguf');
  mkdirSync(dirname(elsewhere), { recursive: true });
  cpSync(originPath(path), originPath(elsewhere));
  expect(await readOrigin(folder, elsewhere)).toBeNull();
  for (const text of ['', '{', '[]', '{"format":2}']) {
    writeFileSync(originPath(path), text);
    expect(await readOrigin(folder, path)).toBeNull();
  }
});
