import { dirname, join } from 'node:path';
import type { z } from 'zod';
import type { OpenFile } from '../../store/file-system.ts';
import { ioFault } from '../../store/io-fault.ts';
import { appendLine, readLines } from '../../store/json-lines.ts';
import { damaged, decodeStored, parseStored, readBytes, readDocument } from '../../store/read-document.ts';
import type { Workspace } from '../../store/workspace.ts';
import { TEMPORARY_SUFFIX, writeDocument, writeFileAtomically } from '../../store/write-file.ts';
import type { Pacer } from '../pacer.ts';
import { type Sample, sampleSchema } from '../sample.ts';
import { type SampleSet, sampleSetSchema } from '../sample-set.ts';
import { type SampleEdit, sampleEditSchema } from './sample-change.ts';

/** `samples/<id>/set.json`, `samples.jsonl` and `edits.jsonl` of a workspace, read and written. */
export interface SampleFiles {
  ids(): Promise<string[]>;
  /** Null when there is none: a folder whose set was never acknowledged. @throws Fault FILE_DAMAGED, IO_FAILED */
  readSet(id: string): Promise<SampleSet | null>;
  writeSet(set: SampleSet): Promise<void>;
  /** Makes the folder of a set. */
  makeFolder(id: string): Promise<void>;
  readSamples(id: string, pace: Pacer): Promise<Sample[]>;
  /** Replaces `samples.jsonl` as a whole. */
  writeSamples(id: string, samples: Iterable<Sample>, pace: Pacer): Promise<void>;
  /** Oldest first; a torn last line was never acknowledged and is dropped. */
  readEdits(id: string): Promise<SampleEdit[]>;
  appendEdit(id: string, edit: SampleEdit): Promise<void>;
  /** After all edits went into `samples.jsonl`. */
  clearEdits(id: string): Promise<void>;
  /** Removes what a killed process left in the folder of a set. */
  clearTemporary(id: string): Promise<void>;
  /** Removes a folder in which nothing was ever acknowledged. */
  removeUnacknowledged(id: string): Promise<void>;
  /** Moves the folder into the workspace's `trash/`. */
  moveToTrash(id: string): Promise<void>;
}

const FILES = ['set.json', 'samples.jsonl', 'edits.jsonl'] as const;

export function openSampleFiles({ fs, folder }: Workspace): SampleFiles {
  const home = join(folder, 'samples');
  const path = (id: string, file: (typeof FILES)[number]) => join(home, id, file);
  return {
    async ids() {
      if (!(await fs.exists(home))) return [];
      const entries = await fs.list(home);
      return entries.filter(({ name, isFolder }) => isFolder && !name.startsWith('.')).map(({ name }) => name);
    },
    async readSet(id) {
      const set = await readDocument(fs, path(id, 'set.json'), sampleSetSchema);
      if (set !== null && set.id !== id) {
        throw damaged(path(id, 'set.json'), `id: it says ${set.id}, and its folder is ${id}`, []);
      }
      return set;
    },
    writeSet: (set) => writeFileAtomically(fs, path(set.id, 'set.json'), writeDocument(set)),
    async makeFolder(id) {
      try {
        await fs.makeFolder(join(home, id));
        await fs.syncFolder(home);
        await fs.syncFolder(folder);
      } catch (error) {
        throw ioFault('Making the folder of a sample set', join(home, id), error);
      }
    },
    async readSamples(id, pace) {
      const file = path(id, 'samples.jsonl');
      const bytes = await readBytes(fs, file);
      if (bytes === null) throw damaged(file, 'the file is missing', []);
      return readAll(bytes, file, sampleSchema, pace);
    },
    async writeSamples(id, samples, pace) {
      const target = path(id, 'samples.jsonl');
      const temporary = `${target}.${process.pid}${TEMPORARY_SUFFIX}`;
      try {
        const file = await fs.open(temporary, 'w');
        try {
          await writePieces(file, samples, pace);
          await file.sync();
        } finally {
          await file.close();
        }
        await fs.rename(temporary, target);
        await fs.syncFolder(dirname(target));
      } catch (error) {
        await fs.removeFile(temporary).catch(() => undefined);
        throw ioFault('Saving samples.jsonl', target, error);
      }
    },
    readEdits: (id) => readLines(fs, path(id, 'edits.jsonl'), sampleEditSchema),
    appendEdit: (id, edit) => appendLine(fs, path(id, 'edits.jsonl'), edit),
    async clearEdits(id) {
      try {
        await fs.removeFile(path(id, 'edits.jsonl'));
        await fs.syncFolder(join(home, id));
      } catch (error) {
        throw ioFault('Tidying edits.jsonl', path(id, 'edits.jsonl'), error);
      }
    },
    async clearTemporary(id) {
      for (const { name, isFolder } of await fs.list(join(home, id))) {
        const ours = FILES.some((file) => name.startsWith(`${file}.`)) && name.endsWith(TEMPORARY_SUFFIX);
        if (!isFolder && ours) await fs.removeFile(join(home, id, name));
      }
    },
    async removeUnacknowledged(id) {
      const entries = await fs.list(join(home, id));
      // What is not ours keeps the folder.
      if (entries.some(({ name }) => name !== 'samples.jsonl')) return;
      for (const { name } of entries) await fs.removeFile(join(home, id, name));
      await fs.removeEmptyFolder(join(home, id));
    },
    async moveToTrash(id) {
      const trash = join(folder, 'trash');
      try {
        await fs.makeFolder(trash);
        await fs.rename(join(home, id), join(trash, id));
        await fs.syncFolder(home);
        await fs.syncFolder(trash);
      } catch (error) {
        throw ioFault('Removing the sample set', join(home, id), error);
      }
    },
  };
}

const LINE_FEED = 0x0a;

/** All lines of a file that was written as a whole. @throws Fault FILE_DAMAGED with the line */
async function readAll<T>(bytes: Uint8Array, file: string, schema: z.ZodType<T>, pace: Pacer): Promise<T[]> {
  const values: T[] = [];
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(LINE_FEED, start);
    const end = feed < 0 ? bytes.length : feed;
    const place = `${file}, line ${values.length + 1}`;
    values.push(parseStored(decodeStored(bytes.subarray(start, end), place), schema, place));
    start = end + 1;
    await pace();
  }
  return values;
}

// Text is encoded and written in pieces of about this many characters.
const PIECE_LENGTH = 256 * 1024;

async function writePieces(file: OpenFile, samples: Iterable<Sample>, pace: Pacer): Promise<void> {
  const encoder = new TextEncoder();
  let position = 0;
  let piece = '';
  const flush = async (): Promise<void> => {
    const bytes = encoder.encode(piece);
    piece = '';
    for (let done = 0; done < bytes.length; ) {
      done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
    }
    position += bytes.length;
  };
  for (const sample of samples) {
    piece += `${JSON.stringify(withoutDefaults(sample))}\n`;
    if (piece.length >= PIECE_LENGTH) await flush();
    await pace();
  }
  await flush();
}

/** A stored line has no fields that the schema fills in: a set of 100,000 is a third smaller so. */
function withoutDefaults(sample: Sample): Partial<Sample> {
  const { id, evidence, label, group, note, disputed, suggestion, question, tags, origin } = sample;
  return {
    id,
    evidence,
    ...(label === null ? {} : { label }),
    ...(group === null ? {} : { group }),
    ...(note === '' ? {} : { note }),
    ...(disputed ? { disputed } : {}),
    ...(suggestion === null ? {} : { suggestion }),
    ...(question === null ? {} : { question }),
    ...(Object.keys(tags).length === 0 ? {} : { tags }),
    ...(origin === null ? {} : { origin }),
  };
}
