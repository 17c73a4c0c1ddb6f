import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { runProgram } from './run-program.mjs';

it('gives the exit code of the program', async () => {
  expect(await runProgram(process.execPath, ['-e', 'process.exit(7)'])).toBe(7);
});

it('rejects when there is no such program', async () => {
  await expect(runProgram('no-such-program-here', [])).rejects.toThrow('ENOENT');
});

it.skipIf(process.platform === 'win32')('passes a signal on and ends after the program, with its code', async () => {
  const inner = `process.on('SIGTERM', () => setTimeout(() => process.exit(5), 100)); setInterval(() => {}, 1e3); console.log('up')`;
  const outer = `import('${new URL('./run-program.mjs', import.meta.url)}').then(async (m) => process.exit(await m.runProgram(process.execPath, ['-e', ${JSON.stringify(inner)}])))`;
  const child = spawn(process.execPath, ['-e', outer], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(5);
});
