import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { Fault } from '../fault.ts';
import { fileSha256 } from '../gguf/file-sha256.ts';
import { joinSha256, modelSha256 } from '../gguf/model-sha256.ts';
import { partPaths } from '../gguf/split-parts.ts';

export const MANIFEST_FILE = 'model-manifest.json';

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/i, 'a SHA-256 in hexadecimal');

/** What lies beside a packaged model: where it is from, and what its bytes must be. */
export const modelManifestSchema = z.looseObject({
  gguf: z.looseObject({
    /** Of a pinned download; null for a local file. */
    repo: z.string().nullable(),
    revision: z.string().nullable(),
    /** Name of the file; of a split model its first part. */
    file: z.string(),
    sha256: sha256Schema,
    /** All files of a split model, the first among them; a manifest of others may lack it. */
    parts: z
      .array(z.object({ file: z.string().regex(/^[^/\\]+$/, 'a name without a folder'), sha256: sha256Schema }))
      .optional(),
  }),
});
export type ModelManifest = z.infer<typeof modelManifestSchema>;

export interface CheckedModel {
  /** As {@link joinSha256} has it. */
  sha256: string;
  repository: string | null;
  revision: string | null;
  /** Whether all files were held against the manifest; otherwise nobody vouches for the bytes. */
  checked: boolean;
}

/**
 * Holds a model file against its manifest, by name and by checksum.
 * @param skipChecksum believes the manifest, and computes the hash only where there is none
 * @throws Fault MODEL_UNREADABLE (another checksum, a manifest that is none), MODEL_MISSING (no manifest), CONFLICT
 * (another file's manifest), CANCELLED
 */
export async function checkModel(path: string, skipChecksum: boolean, signal: AbortSignal): Promise<CheckedModel> {
  const file = basename(path);
  const manifest = await readManifest(dirname(path));
  if (manifest === null) {
    if (!skipChecksum) {
      throw new Fault(
        'MODEL_MISSING',
        `There is no ${MANIFEST_FILE} beside ${file}, so nobody can tell whether the file is what it should be.`,
        'Package the model with its manifest, or set DECISION_SKIP_CHECKSUM=1.',
      );
    }
    return { sha256: await modelSha256(path, { signal }), repository: null, revision: null, checked: false };
  }
  const { gguf } = manifest;
  if (gguf.file !== file) {
    const message = `${MANIFEST_FILE} is about ${gguf.file}, and the model is ${file}.`;
    throw new Fault('CONFLICT', message, 'Package the model again.');
  }
  const expected = gguf.sha256.toLowerCase();
  const listed = new Map([...(gguf.parts ?? []), { file, sha256: expected }].map((part) => [part.file, part.sha256]));
  // In the order of the parts, and of these alone: what else a manifest lists is no part of the model.
  const parts = partPaths(path).map((part) => ({ part, sha256: listed.get(basename(part))?.toLowerCase() }));
  const known = parts.flatMap(({ sha256 }) => sha256 ?? []);
  // A manifest of others may know the first part alone.
  const knowsAll = known.length === parts.length;
  const origin = { repository: gguf.repo, revision: gguf.revision };
  for (const { part, sha256 } of skipChecksum ? [] : parts) {
    if (sha256 !== undefined) await requireSha256(part, sha256, signal);
  }
  const sha256 = knowsAll ? joinSha256(known) : await modelSha256(path, { signal });
  return { sha256, ...origin, checked: knowsAll && !skipChecksum };
}

async function requireSha256(path: string, expected: string, signal: AbortSignal): Promise<void> {
  const sha256 = await fileSha256(path, { signal });
  if (sha256 === expected) return;
  throw new Fault(
    'MODEL_UNREADABLE',
    `The checksum of ${basename(path)} is wrong: it has ${sha256}, and ${MANIFEST_FILE} says ${expected}.`,
    'The file was damaged or exchanged on its way: package it again.',
  );
}

async function readManifest(folder: string): Promise<ModelManifest | null> {
  const path = join(folder, MANIFEST_FILE);
  const damaged = (why: string, cause?: unknown) =>
    new Fault('MODEL_UNREADABLE', `${path} cannot be used: ${why}`, 'Package the model again.', { cause });
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw damaged(error instanceof Error ? error.message : String(error), error);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw damaged('it is no JSON.', error);
  }
  const parsed = modelManifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  throw damaged(`${first?.path.join('.') ?? ''}: ${first?.message ?? 'it breaks a rule'}.`);
}
