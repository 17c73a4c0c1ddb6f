import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { type UnfinishedDownload, type WantedModel, wantedModelSchema } from '../../contract/hub.ts';
import type { FileSystem } from '../../store/file-system.ts';
import { writeFileAtomically } from '../../store/write-file.ts';
import { keepOrigin } from './model-origin.ts';
import { finalPath } from './place-in-folder.ts';

const recordSchema = z.strictObject({ format: z.literal(1), wanted: wantedModelSchema, created_at: z.iso.datetime() });

/** A download that was begun and is not complete. */
export type StoredDownload = Omit<UnfinishedDownload, 'job'>;

/** What was begun, kept beside the models until it is complete, so that a later start can go on. */
export interface DownloadStore {
  /** Newest first; records that cannot be read are left where they are and not listed. */
  list: () => Promise<StoredDownload[]>;
  /** Its folder, made and recorded when it is new. */
  begin: (wanted: WantedModel, now: Date) => Promise<string>;
  /** Where a file of it grows. */
  partPath: (wanted: WantedModel, index: number) => string;
  /** Keeps beside its final place where it is from; the folder must be there. @throws Fault IO_FAILED */
  keepOrigin: (wanted: WantedModel) => Promise<void>;
  /** Deletes what was fetched, and the record. */
  forget: (id: string) => Promise<void>;
}

/** The same file of the same commit is the same download, wherever it is asked for. */
export function downloadId({ repository, revision, files }: WantedModel): string {
  const name = JSON.stringify([repository, revision, files[0]?.file]);
  return createHash('sha256').update(name).digest('hex').slice(0, 32);
}

export function createDownloadStore(modelsFolder: string, fs: FileSystem): DownloadStore {
  // A name with a dot in front is passed over by what looks for models.
  const folder = join(modelsFolder, '.unfinished');
  const folderOf = (id: string): string => join(folder, id);
  const partPath = (wanted: WantedModel, index: number): string =>
    join(folderOf(downloadId(wanted)), `${index + 1}-${basename(wanted.files[index]?.file ?? '')}.part`);

  async function read(id: string): Promise<StoredDownload | null> {
    const text = await readFile(join(folderOf(id), 'download.json'), 'utf8').catch(() => null);
    if (text === null) return null;
    const record = recordSchema.safeParse(parseOrNull(text));
    if (!record.success || downloadId(record.data.wanted) !== id) return null;
    const { wanted, created_at } = record.data;
    const sizes = await Promise.all(
      wanted.files.map(async ({ file }, index) =>
        Math.max(await sizeOf(partPath(wanted, index)), await sizeOf(finalPath(modelsFolder, wanted, file))),
      ),
    );
    const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
    return { id, wanted, created_at, done: sum(sizes), bytes: sum(wanted.files.map(({ bytes }) => bytes)) };
  }

  return {
    partPath,
    async list() {
      const names = await readdir(folder).catch(() => []);
      const found = await Promise.all(names.filter((name) => /^[0-9a-f]{32}$/.test(name)).map(read));
      return found.flatMap((one) => one ?? []).toSorted((a, b) => b.created_at.localeCompare(a.created_at));
    },
    async begin(wanted, now) {
      const id = downloadId(wanted);
      await mkdir(folderOf(id), { recursive: true });
      if ((await read(id)) === null) {
        const record: z.infer<typeof recordSchema> = { format: 1, wanted, created_at: now.toISOString() };
        await writeFileAtomically(fs, join(folderOf(id), 'download.json'), `${JSON.stringify(record, null, 2)}\n`);
      }
      return folderOf(id);
    },
    keepOrigin: (wanted) => keepOrigin(fs, modelsFolder, wanted),
    forget: (id) => rm(folderOf(id), { recursive: true, force: true }),
  };
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
