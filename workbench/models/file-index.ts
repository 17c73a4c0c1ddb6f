import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { modelCheckSchema, modelHeaderSchema } from '../contract/models.ts';
import { createPacer } from '../samples/pacer.ts';
import { type FileStamp, fileStampSchema, isSameStamp } from './stamp-file.ts';

/** What loading a file took, and with which settings. */
export const measuredLoadSchema = z.object({
  /** Main memory of this process, in bytes. */
  memory: z.number(),
  /** On GPUs, in bytes. */
  gpu: z.number(),
  /** What was estimated for the same, uncorrected. */
  estimatedMemory: z.number(),
  estimatedGpu: z.number(),
  contextTokens: z.number().int(),
  gpuLayers: z.number().int(),
  at: z.iso.datetime(),
});
export type MeasuredLoad = z.infer<typeof measuredLoadSchema>;

const factsSchema = z.object({
  /** Lower-case hexadecimal; null until it was computed. */
  sha256: z.string().nullable(),
  header: modelHeaderSchema.nullable(),
  /** Whether a process loaded it and lived. */
  tried: z.boolean(),
  /** How the process that tried it ended, when it did not live. */
  crash: z.object({ reason: z.string(), at: z.iso.datetime() }).nullable(),
  measured: measuredLoadSchema.nullable(),
  check: modelCheckSchema.nullable(),
});
export type KnownFile = FileStamp & z.infer<typeof factsSchema>;

/** What one line says: of the rest, what lines before it said of the same state of the file still holds. */
const lineSchema = z.object({ path: z.string(), ...fileStampSchema.shape, ...factsSchema.partial().shape });

/** More files than anybody keeps; the longest unchanged entries are given up first. */
const maxFiles = 20_000;

/** Lines that say something newer about a file leave older ones behind; beyond so many for a file it is written anew. */
const staleLinesKept = 4;

/**
 * What was found out about model files and need not be found out again: hashes, headers, whether a file can be loaded
 * safely, what it took, how it answers. A cache: thrown away, damaged or not writable, everything still works and takes
 * longer.
 */
export interface FileIndex {
  /** What is known about the file as it lies there now; null for a file that is new or changed. */
  look(path: string, stamp: FileStamp): Promise<KnownFile | null>;
  /** Adds what was found out. Resolves when it is on disk. */
  remember(path: string, stamp: FileStamp, found: Partial<Omit<KnownFile, keyof FileStamp>>): Promise<void>;
  /** Of all files, in no order: what estimates learn from. */
  measuredLoads(): Promise<MeasuredLoad[]>;
}

/** What is known of a file that nobody looked into. */
const nothing = { sha256: null, header: null, tried: false, crash: null, measured: null, check: null };

/**
 * The index of a models folder, in its `index.jsonl`: one line for each thing that was found out about a state of a file;
 * the last word on each thing counts. Several processes may append to it: none takes back what another found out.
 */
export function openFileIndex(modelsFolder: string): FileIndex {
  const path = join(modelsFolder, 'index.jsonl');
  let files: Promise<Map<string, KnownFile>> | null = null;
  let waiting: string[] = [];
  let writing: Promise<void> | null = null;
  let begun = false;

  /** All that waits goes into one write. */
  async function write(): Promise<void> {
    await Promise.resolve();
    const lines = waiting;
    waiting = [];
    writing = null;
    // The first line of a process may follow one that a killed process left torn.
    const text = `${begun ? '' : '\n'}${lines.join('')}`;
    begun = true;
    await mkdir(modelsFolder, { recursive: true })
      .then(() => appendFile(path, text))
      .catch(() => undefined);
  }
  let last: Promise<void> = Promise.resolve();

  return {
    async look(file, stamp) {
      files ??= readIndex(path);
      const known = (await files).get(file);
      return known !== undefined && isSameStamp(known, stamp) ? known : null;
    },
    async remember(file, stamp, found) {
      files ??= readIndex(path);
      const all = await files;
      const old = all.get(file);
      const before = old !== undefined && isSameStamp(old, stamp) ? old : nothing;
      all.set(file, { ...before, ...found, ...stamp });
      waiting.push(`${JSON.stringify({ path: file, ...stamp, ...found })}\n`);
      if (writing === null) {
        writing = last.then(write);
        last = writing;
      }
      await last;
    },
    async measuredLoads() {
      files ??= readIndex(path);
      return [...(await files).values()].flatMap(({ measured }) => measured ?? []);
    },
  };
}

async function readIndex(path: string): Promise<Map<string, KnownFile>> {
  const files = new Map<string, KnownFile>();
  const pace = createPacer();
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n');
  let read = 0;
  for (const line of lines) {
    await pace();
    const known = parseLine(line);
    if (known === null) continue;
    read += 1;
    const { path: file, ...said } = known;
    const before = files.get(file);
    // Put at the end anew: what was looked at last is given up last.
    files.delete(file);
    files.set(file, { ...(before !== undefined && isSameStamp(before, said) ? before : nothing), ...said });
  }
  for (const file of [...files.keys()].slice(0, Math.max(0, files.size - maxFiles))) files.delete(file);
  if (read > files.size * staleLinesKept || read > maxFiles * staleLinesKept) await rewrite(path, files);
  return files;
}

function parseLine(line: string): z.infer<typeof lineSchema> | null {
  if (line === '') return null;
  try {
    return lineSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

async function rewrite(path: string, files: ReadonlyMap<string, KnownFile>): Promise<void> {
  const pace = createPacer();
  const lines: string[] = [];
  for (const [file, known] of files) {
    await pace();
    lines.push(`${JSON.stringify({ path: file, ...known })}\n`);
  }
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, lines.join(''));
    await rename(temporary, path);
  } catch {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}
