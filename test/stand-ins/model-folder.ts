import { createHash } from 'node:crypto';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** A folder with a model and its manifest, as a platform mounts it; goes away with the test. */
export function modelFolder(
  path: string,
  own: { folder?: string; sha256?: string; file?: string; manifest?: boolean } = {},
): string {
  const folder = own.folder ?? temporaryFolder();
  const file = basename(path);
  symlinkSync(path, join(folder, file));
  const sha256 = own.sha256 ?? createHash('sha256').update(readFileSync(path)).digest('hex');
  const gguf = { repo: 'someone/model', revision: 'abc', file: own.file ?? file, sha256 };
  const tokenizer = { repo: 'someone/model', revision: 'abc' };
  if (own.manifest !== false) writeFileSync(join(folder, 'model-manifest.json'), JSON.stringify({ gguf, tokenizer }));
  return folder;
}
