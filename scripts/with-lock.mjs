import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The owner says that it lives this often; a lock that is silent ten times as long belongs to nobody. */
const HEARTBEAT_MS = 2_000;
const SILENT_MS = 10 * HEARTBEAT_MS;
const POLL_MS = 100;

/**
 * Runs `work` while no other process holds the lock at `path`. A lock whose owner has died is taken over.
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} work
 * @param {(owner: number) => void} [onWait] called once when another process, by its id, holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(path, work, onWait) {
  mkdirSync(dirname(path), { recursive: true });
  let said = false;
  while (!take(path)) {
    const owner = readOwner(path);
    if (owner !== null && isDead(path, owner)) {
      bury(path, owner);
      continue;
    }
    if (!said && owner !== null) onWait?.(owner);
    said = true;
    await sleep(POLL_MS);
  }
  const heartbeat = setInterval(() => utimesSync(path, new Date(), new Date()), HEARTBEAT_MS);
  heartbeat.unref();
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    rmSync(path, { force: true });
  }
}

/** @param {string} path */
function take(path) {
  try {
    const file = openSync(path, 'wx');
    writeSync(file, `${process.pid}`);
    closeSync(file);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * @param {string} path
 * @returns {number | null} null when the lock has gone, or is just being written
 */
function readOwner(path) {
  try {
    return Number(readFileSync(path, 'utf8')) || null;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/**
 * @param {string} path
 * @param {number} owner
 */
function isDead(path, owner) {
  const seen = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (seen === undefined) return false;
  if (Date.now() - seen > SILENT_MS) return true;
  try {
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return isCode(error, 'ESRCH');
  }
}

/**
 * Two waiters may find the same dead owner. A rename succeeds for one of them alone, and one that caught a new owner's
 * lock by mistake puts it back.
 * @param {string} path
 * @param {number} owner
 */
function bury(path, owner) {
  const grave = `${path}.${process.pid}`;
  try {
    renameSync(path, grave);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  if (readOwner(grave) === owner) rmSync(grave, { force: true });
  else renameSync(grave, path);
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function isCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code;
}
