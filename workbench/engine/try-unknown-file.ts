import { basename } from 'node:path';
import { Fault } from '../../adapter/fault.ts';
import type { Host } from '../host.ts';
import type { FileIndex, FileStamp } from '../models/file-index.ts';

/**
 * Lets a file that was never loaded be tried in a process of its own, since a damaged one can end the process that
 * loads it. Remembered when it went well; a trial that could not run says nothing about the file.
 * @throws Fault MODEL_UNREADABLE, ENGINE_FAILED, CANCELLED
 */
export async function tryUnknownFile(
  path: string,
  stamp: FileStamp,
  options: { tryModel: Host['tryModel']; fileIndex: FileIndex; signal: AbortSignal },
): Promise<void> {
  const { tryModel, fileIndex, signal } = options;
  if ((await fileIndex.look(path, stamp))?.tried) return;
  const file = basename(path);
  const trial = await tryModel(path, signal).catch((error: unknown) => {
    return { outcome: 'could-not-run', reason: error instanceof Error ? error.message : String(error) } as const;
  });
  if (signal.aborted) throw loadCancelled(file);
  if (trial.outcome === 'fine') return fileIndex.remember(path, stamp, { tried: true });
  if (trial.outcome === 'damaged') {
    throw new Fault(
      'MODEL_UNREADABLE',
      `${file} is damaged: trying it in a process of its own failed. ${trial.reason}`,
      'Download the file again and compare its checksum, or choose another one.',
    );
  }
  throw new Fault(
    'ENGINE_FAILED',
    `${file} is new here and could not be tried in a process of its own: ${trial.reason}`,
    'Close other programs if memory is short, then load it again. The file itself may be fine.',
  );
}

/** The fault of a load that was cancelled. */
export function loadCancelled(file: string): Fault {
  return new Fault('CANCELLED', `Loading ${file} was cancelled.`, 'Load it again, or choose another model.');
}
