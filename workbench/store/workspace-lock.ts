import { hostname } from 'node:os';
import { join } from 'node:path';
import { lock as lockFolder } from 'proper-lockfile';
import { z } from 'zod';
import { Fault } from '../../adapter/fault.ts';
import { errorCode, type FileSystem } from './file-system.ts';
import { ioFault } from './io-fault.ts';
import { readDocument } from './read-document.ts';
import { writeDocument, writeFileAtomically } from './write-file.ts';

/** Who holds the workspace; `lock-owner.json`, beside the lock. */
const ownerSchema = z.object({
  pid: z.number().int(),
  host: z.string(),
  app: z.string(),
  since: z.string(),
});
type Owner = z.infer<typeof ownerSchema>;

/**
 * After that long without a sign of life a lock counts as left behind. Its holder renews it every five seconds; a
 * machine that sleeps keeps it, as nobody else runs on it meanwhile.
 */
const STALE_MS = 15_000;
const RENEW_MS = 5_000;
// The gate is held for some milliseconds only; who finds it shut tries for longer than it can be left behind.
const GATE_STALE_MS = 2_000;
const GATE_TRIES = { retries: 30, minTimeout: 50, maxTimeout: 150 };

export interface WorkspaceLock {
  release(): Promise<void>;
}

/**
 * Takes the workspace for this process. A lock whose process is dead is taken over at once, one on another machine (or
 * whose owner is unknown) after STALE_MS without a sign of life.
 * @param app who takes it, in words, for the one who is refused
 * @param onLost told when the lock was taken from this process: nothing may be written from then on
 * @throws Fault WORKSPACE_LOCKED, IO_FAILED
 */
export async function lockWorkspace(
  fs: FileSystem,
  folder: string,
  app: string,
  onLost: (fault: Fault) => void,
): Promise<WorkspaceLock> {
  const path = join(folder, 'lock');
  const ownerPath = join(folder, 'lock-owner.json');
  // All that look at the lock and its owner do so one after the other, or two could take over the same dead lock.
  const leaveGate = await enterGate(join(folder, 'lock-gate'));
  try {
    const owner = await readDocument(fs, ownerPath, ownerSchema).catch(() => null);
    if (owner !== null && isDead(owner) && (await fs.exists(path))) await fs.removeEmptyFolder(path);
    const release = await take(path, owner, () => onLost(lostFault(folder)));
    const mine: Owner = { pid: process.pid, host: hostname(), app, since: new Date().toISOString() };
    try {
      await writeFileAtomically(fs, ownerPath, writeDocument(mine));
    } catch (error) {
      await release().catch(() => undefined);
      throw error;
    }
    return {
      async release() {
        const now = await readDocument(fs, ownerPath, ownerSchema).catch(() => null);
        // Lost meanwhile: what lies there is another's.
        if (now !== null && (now.pid !== mine.pid || now.since !== mine.since || now.host !== mine.host)) return;
        await fs.removeFile(ownerPath).catch(() => undefined);
        await release().catch(() => undefined);
      },
    };
  } catch (error) {
    throw ioFault('Locking the workspace', folder, error);
  } finally {
    await leaveGate().catch(() => undefined);
  }
}

async function enterGate(path: string): Promise<() => Promise<void>> {
  try {
    return await lockFolder(path, {
      lockfilePath: path,
      realpath: false,
      stale: GATE_STALE_MS,
      retries: GATE_TRIES,
      onCompromised: () => undefined,
    });
  } catch (error) {
    if (errorCode(error) === 'ELOCKED') throw lockedFault(null);
    throw ioFault('Locking the workspace', path, error);
  }
}

async function take(path: string, owner: Owner | null, onCompromised: () => void): Promise<() => Promise<void>> {
  try {
    return await lockFolder(path, {
      lockfilePath: path,
      realpath: false,
      stale: STALE_MS,
      update: RENEW_MS,
      onCompromised,
    });
  } catch (error) {
    if (errorCode(error) === 'ELOCKED') throw lockedFault(owner);
    throw error;
  }
}

/** Whether the owner surely runs no more: only the same machine can tell. */
function isDead(owner: Owner): boolean {
  if (owner.host !== hostname()) return false;
  try {
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    // EPERM: it runs, as somebody else's.
    return errorCode(error) === 'ESRCH';
  }
}

function lockedFault(owner: Owner | null): Fault {
  const who =
    owner === null ? 'another process' : `${owner.app} (process ${owner.pid} on ${owner.host}, since ${owner.since})`;
  return new Fault(
    'WORKSPACE_LOCKED',
    `This workspace is open in ${who}. Two writers would overwrite each other's changes.`,
    'Use the app that is open, or quit it and start again; or choose another workspace folder.',
  );
}

function lostFault(folder: string): Fault {
  return new Fault(
    'WORKSPACE_LOCKED',
    `The lock of the workspace ${folder} was taken or removed while the app ran, so nothing is written any more. What was saved before is on disk.`,
    'Copy what is not saved yet, then quit and start the app again.',
  );
}
