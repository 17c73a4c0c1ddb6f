import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { Fault } from '../../../adapter/fault.ts';
import type { WantedFile } from '../../contract/hub.ts';
import { hubUnreachable, reasonOf } from './explain-hub-error.ts';
import { type FreeSpace, requireSpace } from './free-space.ts';
import type { HubAccess } from './hub-access.ts';
import { openPartFile, type PartFile } from './part-file.ts';
import { requestFile } from './request-file.ts';

/** A connection that says nothing for so long is given up, and asked again. */
const SILENCE_MS = 30_000;
/** Tries in a row that bring nothing: with the waits between them about two minutes. */
const MAX_FAILURES = 6;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** A server that wants a longer pause is told to a person instead. */
const LONGEST_ASKED_WAIT_MS = 10 * 60_000;
/** A pause ends the connection after so long at most, also one that says nothing. */
const PAUSE_LOOK_MS = 200;
/** Between two looks at the free space. */
const SPACE_EVERY_BYTES = 64 * 1024 * 1024;

/** Waits, and ends early by throwing when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export interface DownloadParts {
  access: HubAccess;
  free: FreeSpace;
  sleep: Sleep;
  silenceMs?: number;
}

export interface DownloadRun {
  signal: AbortSignal;
  /** Bytes of this file that are here. */
  onProgress: (done: number) => void;
  isPaused: () => boolean;
  /** Waits while it is paused. @throws Fault CANCELLED */
  checkpoint: () => Promise<void>;
}

/**
 * Fetches a file to `path`, from where it was left, and checks its length and its SHA-256. It never asks for a byte that
 * is there already, unless the server cannot begin in the middle. What was fetched stays when it is paused, cancelled,
 * cut off or killed; a file that is not what the hub lists is deleted.
 * @throws Fault DOWNLOAD_FAILED, IO_FAILED, CANCELLED
 */
export async function downloadFile(
  from: { repository: string; revision: string },
  wanted: WantedFile,
  path: string,
  parts: DownloadParts,
  run: DownloadRun,
): Promise<void> {
  let part: PartFile | null = null;
  try {
    part = await openPartFile(path, run.signal);
    // Longer than the whole: not what we wrote.
    if (part.size() > wanted.bytes) await part.empty();
    run.onProgress(part.size());
    await fetchRest(from, wanted, part, dirname(path), parts, run);
    const sha256 = part.digest();
    if (sha256 !== wanted.sha256) {
      throw notTheFile(wanted, `its SHA-256 is ${sha256}, and the hub lists ${wanted.sha256}`);
    }
    await part.sync();
  } catch (error) {
    if (run.signal.aborted) throw cancelled();
    if (error instanceof NotTheFile) await rm(path, { force: true });
    throw explain(error, path);
  } finally {
    await part?.close();
  }
}

async function fetchRest(
  { repository, revision }: { repository: string; revision: string },
  wanted: WantedFile,
  part: PartFile,
  folder: string,
  parts: DownloadParts,
  run: DownloadRun,
): Promise<void> {
  const { access, sleep, silenceMs = SILENCE_MS } = parts;
  let failures = 0;
  while (part.size() < wanted.bytes) {
    await run.checkpoint();
    await requireSpace(folder, wanted.bytes - part.size(), parts.free);
    const before = part.size();
    let failure: { fault: Fault; afterMs: number | null } | null = null;
    try {
      const { file } = wanted;
      const answer = await requestFile({
        ...{ access, repository, revision, file, silenceMs },
        from: part.size(),
        signal: run.signal,
      });
      if (answer.kind === 'nothing-there') throw notTheFile(wanted, `the server has no byte ${part.size()} of it`);
      if (answer.kind === 'retry') failure = answer;
      else {
        if (answer.total !== null && answer.total !== wanted.bytes) {
          answer.body.destroy();
          throw notTheFile(wanted, `the server has ${answer.total} bytes, and the hub lists ${wanted.bytes}`);
        }
        if (answer.from === 0 && part.size() > 0) await part.empty();
        await take(answer.body, wanted, part, folder, parts.free, run);
      }
    } catch (error) {
      if (run.signal.aborted || error instanceof Fault || isOfTheDisk(error)) throw error;
      failure = { fault: hubUnreachable(error, access.url), afterMs: null };
    }
    if (part.size() >= wanted.bytes || run.isPaused()) continue;
    failures = part.size() > before ? 1 : failures + 1;
    failure ??= { fault: hubUnreachable(new Error('the connection ended in the middle'), access.url), afterMs: null };
    const wait = failure.afterMs ?? Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
    if (failures >= MAX_FAILURES || wait > LONGEST_ASKED_WAIT_MS) throw failure.fault;
    await sleep(wait, run.signal);
  }
}

/** Takes what comes, until it ends or the download is paused. */
async function take(
  body: Readable,
  wanted: WantedFile,
  part: PartFile,
  folder: string,
  free: FreeSpace,
  run: DownloadRun,
): Promise<void> {
  let lookAgainAt = part.size() + SPACE_EVERY_BYTES;
  const watch = setInterval(() => {
    if (run.isPaused()) body.destroy();
  }, PAUSE_LOOK_MS);
  try {
    // Ending the loop early ends the connection.
    for await (const chunk of body) {
      if (!(chunk instanceof Uint8Array)) throw new Error('the server sent no bytes');
      if (part.size() + chunk.length > wanted.bytes) {
        throw notTheFile(wanted, `the server sent more than the ${wanted.bytes} bytes that the hub lists`);
      }
      await part.append(chunk);
      run.onProgress(part.size());
      if (run.isPaused()) return;
      if (part.size() >= lookAgainAt) {
        lookAgainAt += SPACE_EVERY_BYTES;
        await requireSpace(folder, wanted.bytes - part.size(), free);
      }
    }
  } finally {
    clearInterval(watch);
  }
}

/** What came is another file than the one that was asked for. */
class NotTheFile extends Fault {}

function notTheFile({ file }: WantedFile, why: string): NotTheFile {
  return new NotTheFile(
    'DOWNLOAD_FAILED',
    `What came is not ${file} as the hub lists it: ${why}. It was deleted.`,
    'Try again; if it happens again, try without a mirror or a proxy, or choose another file.',
  );
}

function cancelled(): Fault {
  return new Fault('CANCELLED', 'The download was cancelled.', 'Go on with it at any time: what was fetched is kept.');
}

function isOfTheDisk(error: unknown): boolean {
  return (
    error instanceof Error && 'syscall' in error && /^(write|ftruncate|fsync|open|read)$/.test(String(error.syscall))
  );
}

function explain(error: unknown, path: string): Fault {
  if (error instanceof Fault) return error;
  const full = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
  return new Fault(
    'IO_FAILED',
    full ? `The disk of ${dirname(path)} is full.` : `${path} could not be written: ${reasonOf(error)}.`,
    'Free some space, or check the rights of the folder; then go on: what was fetched so far is kept.',
    { cause: error },
  );
}
