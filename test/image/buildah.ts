import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const runFile = promisify(execFile);

export const baseImage = 'localhost/decision-base';
export const adapterImage = 'localhost/decision-adapter';

/** More than any list of an image. */
const MAX_OUTPUT = 64 * 1024 * 1024;

export interface Buildah {
  /** Absolute path of a folder of its own, which goes away with close. */
  folder: string;
  /** @returns what it wrote to standard output @throws Error with what it wrote to standard error */
  run(args: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

/** buildah with a store of its own: nothing of this machine's images is seen or left. */
export function openBuildah(): Buildah {
  const folder = mkdtempSync(join(tmpdir(), 'decision-image-'));
  const store = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
  const run = async (args: readonly string[]) =>
    (await runFile('buildah', [...store, ...args], { maxBuffer: MAX_OUTPUT })).stdout;
  const close = async () => {
    // mounts that a test left would keep their folders
    await run(['rm', '--all']);
    await run(['rmi', '--all', '--force']);
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, run, close };
}
