import { join } from 'node:path';
import { z } from 'zod';
import { asFault, Fault } from '../../adapter/fault.ts';
import { clearTemporaryFiles } from './clear-temporary-files.ts';
import type { FileSystem } from './file-system.ts';
import { ioFault } from './io-fault.ts';
import { decodeStored, readBytes, readDocument, readFormat, STORE_FORMAT } from './read-document.ts';
import { lockWorkspace } from './workspace-lock.ts';
import { writeDocument, writeFileAtomically } from './write-file.ts';
import { createWriteQueue, type WriteQueue } from './write-queue.ts';

const workspaceSchema = z.object({ format: z.literal(STORE_FORMAT) });

/** The open workspace folder: this process is its one writer. */
export interface Workspace {
  /** Absolute, without symbolic links. */
  folder: string;
  fs: FileSystem;
  /** Writes of one file run one after the other; the key is the file's path. */
  queue: WriteQueue;
  /** Files that could not be read. Each is left as it is. */
  damaged: Fault[];
  /** @throws Fault WORKSPACE_LOCKED once the lock was lost */
  assertWritable(): void;
  /** Waits for the writes that run, then gives the lock back. */
  close(): Promise<void>;
}

/**
 * Opens the workspace at an absolute path and makes it when there is none.
 * @throws Fault WORKSPACE_LOCKED, FILE_DAMAGED (written by a later version), IO_FAILED
 */
export async function openWorkspace(
  fs: FileSystem,
  path: string,
  app: string,
  onLost: (fault: Fault) => void,
): Promise<Workspace> {
  const folder = await makeFolder(fs, path);
  let lost: Fault | null = null;
  const lock = await lockWorkspace(fs, folder, app, (fault) => {
    lost = fault;
    onLost(fault);
  });
  const queue = createWriteQueue();
  const damaged: Fault[] = [];
  try {
    await readVersion(fs, folder, damaged);
    await clearTemporaryFiles(fs, folder);
  } catch (error) {
    await lock.release();
    throw ioFault('Opening the workspace', folder, error);
  }
  return {
    folder,
    fs,
    queue,
    damaged,
    assertWritable() {
      if (lost !== null) throw lost;
    },
    async close() {
      await queue.settled();
      await lock.release();
    },
  };
}

async function makeFolder(fs: FileSystem, path: string): Promise<string> {
  try {
    await fs.makeFolder(path);
    return await fs.realPath(path);
  } catch (error) {
    throw ioFault('Opening the workspace', path, error);
  }
}

/** Refuses a later version's workspace; a `workspace.json` that is no JSON at all is named and left alone. */
async function readVersion(fs: FileSystem, folder: string, damaged: Fault[]): Promise<void> {
  const path = join(folder, 'workspace.json');
  const bytes = await readBytes(fs, path);
  if (bytes === null) {
    await writeFileAtomically(fs, path, writeDocument({ format: STORE_FORMAT }));
    return;
  }
  const format = formatOf(bytes, path);
  if (format !== null && format > STORE_FORMAT) {
    throw new Fault(
      'FILE_DAMAGED',
      `The workspace ${folder} was written by a later version of the app: it has format ${format}, and this version reads up to ${STORE_FORMAT}.`,
      'Update the app, or choose another workspace folder. Nothing was changed.',
    );
  }
  try {
    await readDocument(fs, path, workspaceSchema);
  } catch (error) {
    damaged.push(asFault(error));
  }
}

function formatOf(bytes: Uint8Array, path: string): number | null {
  try {
    return readFormat(JSON.parse(decodeStored(bytes, path)));
  } catch {
    return null;
  }
}
