import { join } from 'node:path';
import { z } from 'zod';
import { type Run, type RunRow, runRowSchema, runSchema } from '../contract/runs.ts';
import { createPacer } from '../samples/pacer.ts';
import { ioFault } from '../store/io-fault.ts';
import { type LineAppender, openLineAppender, readLines } from '../store/json-lines.ts';
import { damaged, readDocument } from '../store/read-document.ts';
import type { Workspace } from '../store/workspace.ts';
import { writeDocument, writeFileAtomically } from '../store/write-file.ts';

/** A sample as it was when the run was made: its id and `askedSha256`. */
const plannedSampleSchema = z.tuple([z.string(), z.string().regex(/^[0-9a-f]{64}$/)]);
export type PlannedSample = z.infer<typeof plannedSampleSchema>;

/** `runs/<uuid>/run.json`, `samples.jsonl` (what is scored, in its order) and `rows.jsonl`, read and written. */
export interface RunFiles {
  ids(): Promise<string[]>;
  /** Null for a folder in which nothing was ever acknowledged. @throws Fault FILE_DAMAGED, IO_FAILED */
  readRun(id: string): Promise<Run | null>;
  /** Makes the folder with its plan first: `run.json` is the last file, and without it the folder is nothing. */
  create(run: Run, plan: readonly PlannedSample[]): Promise<void>;
  writeRun(run: Run): Promise<void>;
  readPlan(id: string): Promise<PlannedSample[]>;
  /** All lines, in the order in which they were written; a torn last line was never acknowledged and is dropped. */
  readRows(id: string): Promise<RunRow[]>;
  openRows(id: string): Promise<LineAppender>;
  /** Moves the folder into the workspace's `trash/`. */
  moveToTrash(id: string): Promise<void>;
}

export function openRunFiles({ fs, folder, queue }: Workspace): RunFiles {
  const home = join(folder, 'runs');
  const path = (id: string, file: 'run.json' | 'samples.jsonl' | 'rows.jsonl') => join(home, id, file);
  const writeRun = (run: Run) =>
    queue.run(path(run.id, 'run.json'), () => writeFileAtomically(fs, path(run.id, 'run.json'), writeDocument(run)));
  return {
    async ids() {
      if (!(await fs.exists(home))) return [];
      const entries = await fs.list(home);
      return entries.filter(({ name, isFolder }) => isFolder && !name.startsWith('.')).map(({ name }) => name);
    },
    async readRun(id) {
      const run = await readDocument(fs, path(id, 'run.json'), runSchema);
      if (run === null && (await fs.exists(path(id, 'rows.jsonl')))) {
        throw damaged(path(id, 'run.json'), 'the file is missing', []);
      }
      if (run !== null && run.id !== id) {
        throw damaged(path(id, 'run.json'), `id: it says ${run.id}, and its folder is ${id}`, []);
      }
      return run;
    },
    async create(run, plan) {
      try {
        await fs.makeFolder(join(home, run.id));
        await fs.syncFolder(home);
        await fs.syncFolder(folder);
      } catch (error) {
        throw ioFault('Making the folder of a run', join(home, run.id), error);
      }
      const lines = plan.map((planned) => `${JSON.stringify(planned)}\n`);
      await writeFileAtomically(fs, path(run.id, 'samples.jsonl'), lines.join(''));
      await writeRun(run);
    },
    writeRun,
    async readPlan(id) {
      const plan = await readLines(fs, path(id, 'samples.jsonl'), plannedSampleSchema, createPacer());
      if (plan.length === 0) throw damaged(path(id, 'samples.jsonl'), 'it is missing or empty', []);
      return plan;
    },
    readRows: (id) => readLines(fs, path(id, 'rows.jsonl'), runRowSchema, createPacer()),
    openRows: (id) => openLineAppender(fs, path(id, 'rows.jsonl')),
    async moveToTrash(id) {
      const trash = join(folder, 'trash');
      try {
        await fs.makeFolder(trash);
        await fs.rename(join(home, id), join(trash, id));
        await fs.syncFolder(home);
        await fs.syncFolder(trash);
      } catch (error) {
        throw ioFault('Removing the run', join(home, id), error);
      }
    },
  };
}
