import { join } from 'node:path';
import { ioFault } from '../../store/io-fault.ts';
import { type LineAppender, openLineAppender, readLines } from '../../store/json-lines.ts';
import type { Workspace } from '../../store/workspace.ts';
import { type JournalEntry, journalEntrySchema, type NewJournalEntry } from './entry.ts';
import { assertFollows, type DeploymentState, foldEntry, foldJournal } from './fold-journal.ts';

/** Only its owner reads it: it names accounts, buckets and roles. */
const JOURNAL_MODE = 0o600;

/** The journal of one deployment: what was meant, and what became of it. It is only ever added to. */
export interface Journal {
  id: string;
  /** What all lines add up to. */
  state(): DeploymentState;
  /** Resolves when the line lasts on disk: only then the effect may begin. @throws Fault IO_FAILED, CONFLICT */
  add(entry: NewJournalEntry): Promise<void>;
  close(): Promise<void>;
}

type Place = Pick<Workspace, 'fs' | 'folder' | 'assertWritable'>;

const home = (folder: string) => join(folder, 'deployments');
const path = (folder: string, id: string) => join(home(folder), id, 'journal.jsonl');

/** The ids of all deployments that have a folder. */
export async function listJournals({ fs, folder }: Place): Promise<string[]> {
  if (!(await fs.exists(home(folder)))) return [];
  const entries = await fs.list(home(folder));
  return entries.filter(({ name, isFolder }) => isFolder && !name.startsWith('.')).map(({ name }) => name);
}

/** @throws Fault FILE_DAMAGED with the line, IO_FAILED */
export async function readJournal({ fs, folder }: Place, id: string): Promise<DeploymentState> {
  return foldJournal(await readLines(fs, path(folder, id), journalEntrySchema));
}

/**
 * Opens the journal of a deployment to add to it, and makes it when there is none.
 * @param now the time that lines are marked with
 * @throws Fault FILE_DAMAGED, IO_FAILED
 */
export async function openJournal(place: Place, id: string, now: () => Date): Promise<Journal> {
  const { fs, folder } = place;
  try {
    await fs.makeFolder(join(home(folder), id));
    await fs.syncFolder(home(folder));
    await fs.syncFolder(folder);
  } catch (error) {
    throw ioFault('Making the folder of a deployment', join(home(folder), id), error);
  }
  const state = await readJournal(place, id);
  const file: LineAppender = await openLineAppender(fs, path(folder, id), JOURNAL_MODE);
  let last = Promise.resolve();
  return {
    id,
    state: () => state,
    add(entry) {
      // One after the other: log lines and steps may both want to note something.
      const added = last.then(async () => {
        place.assertWritable();
        const timed: JournalEntry = journalEntrySchema.parse({ ...entry, at: now().toISOString() });
        assertFollows(state, timed);
        await file.append([timed]);
        foldEntry(state, timed);
      });
      last = added.catch(() => undefined);
      return added;
    },
    async close() {
      await last;
      await file.close();
    },
  };
}
