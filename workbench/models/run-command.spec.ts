import { expect, it } from 'vitest';
import { runCommand } from './run-command.ts';

const run = (script: string, timeoutMs = 10_000, signal = new AbortController().signal) =>
  runCommand(process.execPath, ['-e', script], { signal, timeoutMs, env: { WORD: 'given' } });

it('gives the exit code and the words of both streams', async () => {
  const outcome = await run('console.log(process.env.WORD); console.error("err"); process.exitCode = 3');
  expect(outcome).toMatchObject({ exitCode: 3, problem: null });
  expect(outcome.output).toContain('given');
  expect(outcome.output).toContain('err');
});

it('says so when there is no such program', async () => {
  const outcome = await runCommand('no-such-program-here', [], {
    signal: new AbortController().signal,
    timeoutMs: 1000,
  });
  expect(outcome).toMatchObject({ exitCode: null, problem: expect.stringContaining('ENOENT') });
});

it('ends a program that takes too long, also one that does not want to end', async () => {
  const outcome = await run("process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)", 300);
  expect(outcome).toMatchObject({ exitCode: null, problem: expect.stringContaining('took longer') });
}, 10_000);

it('rejects with the reason of its signal once the program is gone', async () => {
  const cancel = new AbortController();
  setTimeout(() => cancel.abort(new Error('enough')), 200);
  await expect(run('setInterval(() => {}, 1000)', 10_000, cancel.signal)).rejects.toThrow('enough');
});
