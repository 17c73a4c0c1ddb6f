import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const fileName = /^loading-(\d+)\.json$/;
const markSchema = z.object({ path: z.string(), pid: z.number().int() });

/**
 * Says on disk which file this process is loading, from before native code sees it until it is loaded or has failed: what
 * is still there when the process is gone was being loaded when it died.
 */
export interface LoadMarker {
  begin(path: string): Promise<void>;
  end(): Promise<void>;
  /** Paths that processes which are gone were loading; told once. */
  takeLeft(): Promise<string[]>;
}

/** Marks in a models folder. Where they cannot be written nothing is remembered. */
export function openLoadMarker(modelsFolder: string, isAlive: (pid: number) => boolean = processIsAlive): LoadMarker {
  const own = join(modelsFolder, `loading-${process.pid}.json`);
  return {
    async begin(path) {
      await mkdir(modelsFolder, { recursive: true }).catch(() => undefined);
      await writeFile(own, JSON.stringify({ path, pid: process.pid }), { flush: true }).catch(() => undefined);
    },
    end: () => rm(own, { force: true }).catch(() => undefined),
    async takeLeft() {
      const left: string[] = [];
      for (const name of await readdir(modelsFolder).catch(() => [])) {
        const pid = Number(fileName.exec(name)?.[1] ?? Number.NaN);
        if (Number.isNaN(pid) || pid === process.pid || isAlive(pid)) continue;
        const file = join(modelsFolder, name);
        const mark = await readMark(file);
        if (mark !== null) left.push(mark.path);
        await rm(file, { force: true }).catch(() => undefined);
      }
      return left;
    },
  };
}

async function readMark(file: string): Promise<z.infer<typeof markSchema> | null> {
  try {
    return markSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // Torn by the very end that it tells of: then nothing is known.
    return null;
  }
}

function processIsAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // One of another account's is alive too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
