import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withLock } from './with-lock.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('lets one process at a time into the critical part', async () => {
  const counter = join(folder, 'counter');
  writeFileSync(counter, '0');
  // Reads, waits and writes: without the lock, increments of the others are lost.
  const program = `
    const { withLock } = await import(${JSON.stringify(new URL('./with-lock.mjs', import.meta.url).href)});
    const { readFileSync, writeFileSync } = await import('node:fs');
    for (let i = 0; i < 5; i++) await withLock(${JSON.stringify(join(folder, 'lock'))}, async () => {
      const n = Number(readFileSync(${JSON.stringify(counter)}, 'utf8'));
      await new Promise((r) => setTimeout(r, 10));
      writeFileSync(${JSON.stringify(counter)}, String(n + 1));
    });`;
  const children = [1, 2, 3].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' }),
  );
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
  expect(codes).toEqual([0, 0, 0]);
  expect(readFileSync(counter, 'utf8')).toBe('15');
}, 20_000);

it('takes over from an owner that has died', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  writeFileSync(join(folder, 'lock'), String(child.pid));
  expect(await withLock(join(folder, 'lock'), async () => 'in')).toBe('in');
});

it('takes over when the process id lives but has long said nothing', async () => {
  const lock = join(folder, 'lock');
  writeFileSync(lock, String(process.pid));
  utimesSync(lock, new Date(0), new Date(0));
  expect(await withLock(lock, async () => 'in')).toBe('in');
});

it('waits for a living owner and names it', async () => {
  const lock = join(folder, 'lock');
  writeFileSync(lock, String(process.pid));
  const owners: number[] = [];
  setTimeout(() => rmSync(lock), 250);
  await withLock(
    lock,
    async () => {},
    (owner: number) => owners.push(owner),
  );
  expect(owners).toEqual([process.pid]);
});

it('gives the lock back when the work fails', async () => {
  const lock = join(folder, 'lock');
  await expect(
    withLock(lock, async () => {
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  expect(existsSync(lock)).toBe(false);
});
