import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { faultDataSchema } from '../contract/fault-data.ts';
import { modelEntrySchema, modelOwners } from '../contract/models.ts';
import { createPacer } from '../samples/pacer.ts';
import { entryOf } from './describe-model.ts';
import type { FileIndex } from './file-index.ts';
import type { ScannedModel } from './scan-models.ts';
import { fileStampSchema } from './stamp-file.ts';

const foundSchema = z.object({
  path: z.string(),
  owner: z.enum(modelOwners),
  name: z.string(),
  repository: z.string().nullable(),
  revision: z.string().nullable(),
});

/** One line: where a model was found, and as what; what is in the file is the index's to know. */
const listedSchema = z.object({
  found: foundSchema,
  origin: modelEntrySchema.shape.origin,
  stamp: fileStampSchema.nullable(),
  fault: faultDataSchema.nullable(),
  places: z.array(foundSchema),
});

const fileOf = (modelsFolder: string): string => join(modelsFolder, 'listing.jsonl');

/** Keeps what was found, so that the next start can show it before it has looked. A cache, as the index is. */
export async function writeListing(modelsFolder: string, models: readonly ScannedModel[]): Promise<void> {
  const path = fileOf(modelsFolder);
  const temporary = `${path}.${process.pid}.tmp`;
  const pace = createPacer();
  const lines: string[] = [];
  for (const { entry, stamp, places } of models) {
    await pace();
    lines.push(
      `${JSON.stringify({ found: foundSchema.parse(entry), origin: entry.origin, stamp, fault: entry.fault, places })}\n`,
    );
  }
  try {
    await mkdir(modelsFolder, { recursive: true });
    await writeFile(temporary, lines.join(''));
    await rename(temporary, path);
  } catch {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** What was found last; null when that was never kept. */
export async function readListing(modelsFolder: string, fileIndex: FileIndex): Promise<ScannedModel[] | null> {
  const text = await readFile(fileOf(modelsFolder), 'utf8').catch(() => null);
  if (text === null) return null;
  const pace = createPacer();
  const models: ScannedModel[] = [];
  for (const line of text.split('\n')) {
    await pace();
    const listed = parseLine(line);
    if (listed === null) continue;
    const { found, origin, stamp, fault, places } = listed;
    const known = stamp === null ? null : await fileIndex.look(found.path, stamp);
    models.push({ entry: { ...entryOf(found, origin, stamp, known), fault }, stamp, places });
  }
  return models;
}

function parseLine(line: string): z.infer<typeof listedSchema> | null {
  if (line === '') return null;
  try {
    return listedSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
