import { basename } from 'node:path';
import { Fault } from '../../adapter/fault.ts';
import type { Host } from '../host.ts';
import type { FileIndex } from '../models/file-index.ts';
import type { FileStamp } from '../models/stamp-file.ts';

/**
 * Lets a file that was never loaded be tried in a process of its own, since a damaged one can end the process that
 * loads it. How that went is remembered, also that it ended the process: such a file is refused until it changes or is
 * tried again. A trial that could not run says nothing about the file.
 * @throws Fault MODEL_UNREADABLE, ENGINE_FAILED, CANCELLED
 */
export async function tryUnknownFile(
  path: string,
  stamp: FileStamp,
  options: { tryModel: Host['tryModel']; fileIndex: FileIndex; signal: AbortSignal; now: () => Date },
): Promise<void> {
  const { tryModel, fileIndex, signal, now } = options;
  const known = await fileIndex.look(path, stamp);
  const file = basename(path);
  if (known?.crash != null) throw crashedBefore(file, known.crash);
  if (known?.tried) return;
  const trial = await tryModel(path, signal).catch((error: unknown) => {
    return { outcome: 'could-not-run', reason: error instanceof Error ? error.message : String(error) } as const;
  });
  if (signal.aborted) throw loadCancelled(file);
  if (trial.outcome === 'fine') return fileIndex.remember(path, stamp, { tried: true });
  if (trial.outcome === 'damaged') {
    await fileIndex.remember(path, stamp, { crash: { reason: trial.reason, at: now().toISOString() } });
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

function crashedBefore(file: string, { reason, at }: { reason: string; at: string }): Fault {
  return new Fault(
    'MODEL_UNREADABLE',
    `${file} did not survive being tried on ${at.slice(0, 10)}, so it is not loaded. ${reason}`,
    'Download the file again, or try it once more: “Try again” on the Models screen, or models check --again.',
  );
}

/** The fault of a load that was cancelled. */
export function loadCancelled(file: string): Fault {
  return new Fault('CANCELLED', `Loading ${file} was cancelled.`, 'Load it again, or choose another model.');
}
