import { Fault } from '../../adapter/fault.ts';
import { modelSha256 } from '../../adapter/gguf/model-sha256.ts';
import type { ModelEntry } from '../contract/models.ts';
import type { FileIndex } from './file-index.ts';
import type { HashRun } from './library.ts';
import { isSameStamp, stampFile } from './stamp-file.ts';

/** New checksums are told at most so often: each telling looks at all files. */
const TELL_MS = 5_000;

/**
 * Computes and remembers the checksums of files, the smallest first. A file that goes, changes or cannot be read
 * meanwhile is left: the next look at it says so.
 * @throws Fault CANCELLED
 */
export async function hashFiles(
  models: readonly ModelEntry[],
  fileIndex: FileIndex,
  run: HashRun & { onHashed: () => Promise<unknown> },
): Promise<void> {
  const waiting = [...models].sort((one, other) => (one.bytes ?? 0) - (other.bytes ?? 0));
  const total = waiting.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  let done = 0;
  let toldAt = performance.now();
  for (const { path, bytes } of waiting) {
    await run.checkpoint();
    const stamp = await stampFile(path);
    const known = stamp === null ? null : await fileIndex.look(path, stamp);
    if (stamp !== null && known?.sha256 == null) {
      const before = done;
      try {
        const sha256 = await modelSha256(path, {
          signal: run.signal,
          checkpoint: run.checkpoint,
          onProgress: ({ bytesDone }) => run.onProgress(Math.min(total, before + bytesDone), total),
        });
        const after = await stampFile(path);
        if (after !== null && isSameStamp(stamp, after)) await fileIndex.remember(path, stamp, { sha256 });
        if (performance.now() - toldAt > TELL_MS) {
          await run.onHashed();
          toldAt = performance.now();
        }
      } catch (error) {
        if (run.signal.aborted || (error instanceof Fault && error.code === 'CANCELLED')) throw error;
      }
    }
    done += bytes ?? 0;
    run.onProgress(done, total);
  }
}
