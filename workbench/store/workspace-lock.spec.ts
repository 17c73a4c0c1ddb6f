import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { diskFileSystem as fs } from './file-system.ts';
import { lockWorkspace } from './workspace-lock.ts';

const lock = (folder: string, onLost = () => {}) => lockWorkspace(fs, folder, 'Decision Workbench 1.2', onLost);

/** A lock as another process would have left or would hold it. */
function foreignLock(folder: string, owner: { pid: number; host: string } | null, secondsAgo = 0): void {
  mkdirSync(join(folder, 'lock'));
  const time = new Date(Date.now() - secondsAgo * 1000);
  utimesSync(join(folder, 'lock'), time, time);
  if (owner === null) return;
  const text = JSON.stringify({ ...owner, app: 'Decision Workbench 9', since: '2026-03-01T08:00:00.000Z' });
  writeFileSync(join(folder, 'lock-owner.json'), text);
}

async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.once('exit', resolve));
  return child.pid ?? 0;
}

it('lets one in, tells the second who it is, and lets the next in', async () => {
  const folder = temporaryFolder();
  const first = await lock(folder);
  await expect(lock(folder)).rejects.toMatchObject({
    code: 'WORKSPACE_LOCKED',
    message: expect.stringContaining(`Decision Workbench 1.2 (process ${process.pid} on ${hostname()}`),
    next: expect.stringContaining('quit it'),
  });
  await first.release();
  expect(readdirSync(folder)).toEqual([]);
  await (await lock(folder)).release();
});

it('takes over at once what a dead process left', async () => {
  const folder = temporaryFolder();
  foreignLock(folder, { pid: await deadProcess(), host: hostname() });
  const taken = await lock(folder);
  expect(JSON.parse(readFileSync(join(folder, 'lock-owner.json'), 'utf8'))).toMatchObject({ pid: process.pid });
  await taken.release();
});

it('lets only one of several take over', async () => {
  const folder = temporaryFolder();
  foreignLock(folder, { pid: await deadProcess(), host: hostname() });
  const tries = await Promise.allSettled([lock(folder), lock(folder), lock(folder), lock(folder)]);
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of tries) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'WORKSPACE_LOCKED' });
    else await one.value.release();
  }
});

it('leaves a living process and another machine alone', async () => {
  for (const owner of [
    { pid: process.ppid, host: hostname() },
    { pid: 1, host: 'another-machine' },
    { pid: await deadProcess(), host: 'another-machine' },
    null,
  ]) {
    const folder = temporaryFolder();
    foreignLock(folder, owner);
    await expect(lock(folder)).rejects.toMatchObject({ code: 'WORKSPACE_LOCKED' });
    expect(existsSync(join(folder, 'lock'))).toBe(true);
  }
});

it('takes over after a long time without a sign of life, whoever it was', async () => {
  const folder = temporaryFolder();
  foreignLock(folder, { pid: 1, host: 'another-machine' }, 60);
  await (await lock(folder)).release();
});

it('takes a damaged owner file for an unknown owner', async () => {
  const folder = temporaryFolder();
  foreignLock(folder, null);
  writeFileSync(join(folder, 'lock-owner.json'), '{"pid":');
  await expect(lock(folder)).rejects.toMatchObject({
    code: 'WORKSPACE_LOCKED',
    message: expect.stringContaining('another process'),
  });
});

it('tells when the lock was taken away, and then leaves the other’s alone', async () => {
  const folder = temporaryFolder();
  const lost = vi.fn();
  const held = await lock(folder, lost);
  rmdirSync(join(folder, 'lock'));
  await vi.waitFor(() => expect(lost).toHaveBeenCalledTimes(1), { timeout: 10_000, interval: 100 });
  expect(lost.mock.calls[0]?.[0]).toMatchObject({
    code: 'WORKSPACE_LOCKED',
    next: expect.stringContaining('start the app again'),
  });
  foreignLock(folder, { pid: 1, host: 'another-machine' });
  await held.release();
  expect(readdirSync(folder).sort()).toEqual(['lock', 'lock-owner.json']);
}, 15_000);
