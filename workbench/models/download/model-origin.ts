import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { joinSha256 } from '../../../adapter/gguf/model-sha256.ts';
import { type WantedModel, wantedModelSchema } from '../../contract/hub.ts';
import type { FileSystem } from '../../store/file-system.ts';
import { writeDocument, writeFileAtomically } from '../../store/write-file.ts';
import { finalPath } from './place-in-folder.ts';

const recordSchema = z.strictObject({ format: z.literal(1), wanted: wantedModelSchema });

/** Where a model was fetched from, and what it was then. */
export interface ModelOrigin {
  /** As in `bartowski/Qwen_Qwen3.5-4B-GGUF`. */
  repository: string;
  /** The whole commit; the folder's name has only its first digits. */
  revision: string;
  /** As modelSha256 gives it: a file with another one is not what was fetched. */
  sha256: string;
}

/** The record beside a model that was fetched. @param path of the file, of a split model that of its first part */
export function originPath(path: string): string {
  return `${path}.origin.json`;
}

/** Keeps where a model is from, beside the place at which it will lie. @throws Fault IO_FAILED */
export async function keepOrigin(fs: FileSystem, modelsFolder: string, wanted: WantedModel): Promise<void> {
  const record: z.infer<typeof recordSchema> = { format: 1, wanted };
  const path = finalPath(modelsFolder, wanted, wanted.files[0]?.file ?? '');
  await writeFileAtomically(fs, originPath(path), writeDocument(record));
}

/** What is known of the origin of a file; null for one that was not fetched, or whose record tells of another place. */
export async function readOrigin(modelsFolder: string, path: string): Promise<ModelOrigin | null> {
  const text = await readFile(originPath(path), 'utf8').catch(() => null);
  if (text === null) return null;
  const record = recordSchema.safeParse(parseOrNull(text));
  if (!record.success) return null;
  const { repository, revision, files } = record.data.wanted;
  // A record that was copied somewhere else says nothing about what lies there.
  if (resolve(finalPath(modelsFolder, record.data.wanted, files[0]?.file ?? '')) !== resolve(path)) return null;
  return { repository, revision, sha256: joinSha256(files.map(({ sha256 }) => sha256)) };
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
