import { mkdir, open, readdir, readFile, realpath, rename, rm, rmdir, stat } from 'node:fs/promises';

/** What the store asks of a file handle. */
export interface OpenFile {
  /** Writes text where the file stands. */
  writeFile(text: string): Promise<void>;
  write(bytes: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesWritten: number }>;
  read(into: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  /** Resolves when what was written lasts. */
  sync(): Promise<void>;
  truncate(length: number): Promise<void>;
  stat(): Promise<{ size: number }>;
  close(): Promise<void>;
}

/** What the store asks of the file system; passed in, so that a full disk can be tested. */
export interface FileSystem {
  /** @param mode of a new file; who may read and write it, as in 0o600 */
  open(path: string, flags: string, mode?: number): Promise<OpenFile>;
  readFile(path: string): Promise<Uint8Array>;
  rename(from: string, to: string): Promise<void>;
  /** Makes the folders above it too; nothing happens when it is there. */
  makeFolder(path: string): Promise<void>;
  list(path: string): Promise<{ name: string; isFolder: boolean }[]>;
  removeFile(path: string): Promise<void>;
  /** Fails when it is not empty. */
  removeEmptyFolder(path: string): Promise<void>;
  exists(path: string): Promise<boolean>;
  /** The path without symbolic links. */
  realPath(path: string): Promise<string>;
  /** Makes what was created, renamed or removed in a folder last through a loss of power. */
  syncFolder(path: string): Promise<void>;
}

export const diskFileSystem: FileSystem = {
  open: (path, flags, mode) => open(path, flags, mode),
  readFile: (path) => readFile(path),
  rename: (from, to) => renamePatiently(from, to),
  makeFolder: async (path) => {
    await mkdir(path, { recursive: true });
  },
  list: async (path) => {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
  },
  removeFile: (path) => rm(path, { force: true }),
  removeEmptyFolder: (path) => rmdir(path),
  exists: async (path) => {
    try {
      await stat(path);
      return true;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return false;
      throw error;
    }
  },
  realPath: (path) => realpath(path),
  syncFolder: async (path) => {
    // Windows opens no folder as a file; there NTFS's own journal keeps the order of renames.
    if (process.platform === 'win32') return;
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
};

/** The code of a system error, as in `ENOENT`; the empty string when it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

// On Windows a virus scanner or an indexer holds a new file open for some milliseconds, and renaming over it fails.
const RENAME_TRIES = 5;
const RENAME_PAUSE_MS = 30;

async function renamePatiently(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      const held = process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(errorCode(error));
      if (!held || attempt === RENAME_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, RENAME_PAUSE_MS * attempt));
    }
  }
}
