import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { judgeExit } from './judge-exit.ts';
import { createForkTrial } from './try-model-fork.ts';

const answers = (message: object) => `process.send(${JSON.stringify({ type: 'outcome', ...message })});`;
const never = 'setInterval(() => {}, 1000);';

/** Tries a file with a program of the test's own in place of the one that loads. */
function tryWith(program: string, options: { silenceMs?: number; signal?: AbortSignal } = {}) {
  const entry = join(temporaryFolder(), 'entry.mjs');
  writeFileSync(entry, program);
  return createForkTrial(entry, options.silenceMs)('/models/a.gguf', options.signal ?? new AbortController().signal);
}

it('passes the path on and the answer back', async () => {
  const program = `${answers({ outcome: 'damaged', reason: 'X' }).replace('"X"', 'process.argv[2]')}`;
  expect(await tryWith(program)).toEqual({ outcome: 'damaged', reason: '/models/a.gguf' });
  expect(await tryWith(answers({ outcome: 'fine', reason: '' }))).toEqual({ outcome: 'fine' });
  expect(await tryWith(answers({ outcome: 'could-not-run', reason: 'no memory' }))).toEqual({
    outcome: 'could-not-run',
    reason: 'no memory',
  });
});

it('calls a file damaged when loading it ended the process by itself, with its last words', async () => {
  const program = "process.stderr.write('GGML_ASSERT failed', () => process.kill(process.pid, 'SIGABRT'));";
  const trial = await tryWith(program);
  expect(trial).toMatchObject({ outcome: 'damaged' });
  expect(trial).toHaveProperty('reason', expect.stringMatching(/SIGABRT.*GGML_ASSERT failed/s));
});

it.each([
  ['killed from outside', "process.kill(process.pid, 'SIGKILL');"],
  ['asked to end', "process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000);"],
  ['ended without an answer', 'process.exit(0);'],
  ['failed as a program', 'throw new Error("no such module");'],
  ['said something else', 'process.send("hello"); process.disconnect();'],
])('says nothing about a file when the process was or has %s', async (_, program) => {
  expect(await tryWith(program)).toMatchObject({ outcome: 'could-not-run' });
});

it('says nothing about a file when there is no such program', async () => {
  const trial = await createForkTrial('/no/such/entry.mjs')('/models/a.gguf', new AbortController().signal);
  expect(trial).toMatchObject({ outcome: 'could-not-run' });
});

it('gives up on a process that is silent, and not on one that is slow', async () => {
  expect(await tryWith(never, { silenceMs: 300 })).toMatchObject({
    outcome: 'could-not-run',
    reason: expect.stringContaining('did not answer'),
  });
  const slow = `let n = 0; setInterval(() => { n += 1; if (n < 8) process.send({ type: 'progress', fraction: n / 8 });
    else { ${answers({ outcome: 'fine', reason: '' })} process.exit(0); } }, 300);`;
  expect(await tryWith(slow, { silenceMs: 2000 })).toEqual({ outcome: 'fine' });
}, 20_000);

it('ends the process when it is cancelled', async () => {
  const alive = join(temporaryFolder(), 'alive');
  const cancel = new AbortController();
  onTestFinished(() => cancel.abort());
  const program = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(alive)}, String(process.pid)); ${never}`;
  const trial = tryWith(program, { signal: cancel.signal });
  await vi.waitFor(() => expect(existsSync(alive)).toBe(true), 5000);
  cancel.abort();
  expect(await trial).toMatchObject({ outcome: 'could-not-run' });
});

it('tells crashes of Windows from ordinary ends', () => {
  expect(judgeExit(0xc0000005, null).outcome).toBe('damaged');
  expect(judgeExit(0xc0000005 | 0, null).outcome).toBe('damaged');
  expect(judgeExit(1, null).outcome).toBe('could-not-run');
});
