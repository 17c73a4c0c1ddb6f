import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { modelHeaderSchema } from '../contract/models.ts';

/** A file that changed has another stamp. */
export interface FileStamp {
  bytes: number;
  mtimeMs: number;
}

const knownFileSchema = z.object({
  bytes: z.number(),
  mtimeMs: z.number(),
  /** Lower-case hexadecimal; null until it was computed. */
  sha256: z.string().nullable(),
  header: modelHeaderSchema.nullable(),
  /** Whether a process loaded it and lived. */
  tried: z.boolean(),
});
export type KnownFile = z.infer<typeof knownFileSchema>;

const indexSchema = z.object({ format: z.literal(1), files: z.record(z.string(), knownFileSchema) });
type Files = Record<string, KnownFile>;

/** More files than anybody keeps; the longest unchanged entries are given up first. */
const maxFiles = 2_000;

/**
 * What was found out about model files and need not be found out again: hashes, headers, and whether a file can be
 * loaded safely. A cache: thrown away, damaged or not writable, everything still works and takes longer.
 */
export interface FileIndex {
  /** What is known about the file as it lies there now; null for a file that is new or changed. */
  look(path: string, stamp: FileStamp): Promise<KnownFile | null>;
  /** Adds what was found out. */
  remember(path: string, stamp: FileStamp, found: Partial<Omit<KnownFile, keyof FileStamp>>): Promise<void>;
}

/** The index of a models folder, in its `index.json`. Several processes may share it; each adds to what it finds. */
export function openFileIndex(modelsFolder: string): FileIndex {
  const path = join(modelsFolder, 'index.json');
  let files: Promise<Files> | null = null;
  let last: Promise<void> = Promise.resolve();
  let written = 0;

  async function write(file: string, known: KnownFile): Promise<void> {
    const { [file]: _, ...others } = await readIndex(path);
    const kept = [...Object.entries(others), [file, known] as const].slice(-maxFiles);
    written += 1;
    const temporary = `${path}.${process.pid}-${written}.tmp`;
    try {
      await mkdir(modelsFolder, { recursive: true });
      await writeFile(temporary, `${JSON.stringify({ format: 1, files: Object.fromEntries(kept) })}\n`);
      await rename(temporary, path);
    } catch {
      await rm(temporary, { force: true }).catch(() => undefined);
    }
  }

  return {
    async look(file, stamp) {
      files ??= readIndex(path);
      const known = (await files)[file];
      return known !== undefined && known.bytes === stamp.bytes && known.mtimeMs === stamp.mtimeMs ? known : null;
    },
    async remember(file, stamp, found) {
      const before = await this.look(file, stamp);
      const known = { sha256: null, header: null, tried: false, ...before, ...found, ...stamp };
      if (files !== null) (await files)[file] = known;
      last = last.then(() => write(file, known));
      await last;
    },
  };
}

/** Size and time of change of a file; null when there is no file at the path. */
export async function stampFile(path: string): Promise<FileStamp | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ? { bytes: found.size, mtimeMs: found.mtimeMs } : null;
}

async function readIndex(path: string): Promise<Files> {
  try {
    return indexSchema.parse(JSON.parse(await readFile(path, 'utf8'))).files;
  } catch {
    return {};
  }
}
