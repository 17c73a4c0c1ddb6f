import { diskFileSystem, type FileSystem, type OpenFile } from '../../workbench/store/file-system.ts';

/** What fails on it: any write, the sync of a file, or the rename that puts a file in its place. */
export type FailingStep = 'open' | 'write' | 'sync' | 'rename' | 'none';

/** The real disk, until a step is told to fail. A failing write puts half of its bytes down first, as a full disk does. */
export function failingDisk(code = 'ENOSPC'): FileSystem & { fail: (step: FailingStep) => void } {
  let failing: FailingStep = 'none';

  function failure(): Error {
    return Object.assign(new Error(`${code}: told to fail`), { code });
  }

  function wrap(file: OpenFile): OpenFile {
    return {
      stat: () => file.stat(),
      read: (into, offset, length, position) => file.read(into, offset, length, position),
      truncate: (length) => file.truncate(length),
      close: () => file.close(),
      sync: async () => {
        if (failing === 'sync') throw failure();
        await file.sync();
      },
      write: async (bytes, offset, length, position) => {
        if (failing !== 'write') return file.write(bytes, offset, length, position);
        await file.write(bytes, offset, Math.floor(length / 2), position);
        throw failure();
      },
      writeFile: async (text) => {
        if (failing !== 'write') return file.writeFile(text);
        await file.writeFile(text.slice(0, text.length / 2));
        throw failure();
      },
    };
  }

  return {
    ...diskFileSystem,
    fail(step) {
      failing = step;
    },
    open: async (path, flags, mode) => {
      if (failing === 'open' && flags !== 'r') throw failure();
      return wrap(await diskFileSystem.open(path, flags, mode));
    },
    rename: async (from, to) => {
      if (failing === 'rename') throw failure();
      await diskFileSystem.rename(from, to);
    },
  };
}
