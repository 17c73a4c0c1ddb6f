import { once } from 'node:events';
import { join } from 'node:path';
import { runProgram, untilReady } from './run-program.ts';

/** Our server in a process of its own, with one thread and answer letters, as `serve` starts it. */
export async function serveProcess(model: string, args: readonly string[] = []) {
  const program = join(process.cwd(), 'dist/cli/main.js');
  const all = ['serve', '--port', '0', '--threads', '1', '--readout', 'letters', '--model', model, ...args];
  const server = await untilReady(runProgram(program, all), 'err');
  const pid = server.child.pid;
  if (pid === undefined) throw new Error('The server has no process');
  return {
    url: server.url,
    pid,
    stop: async () => {
      const ended = once(server.child, 'exit');
      server.child.kill('SIGTERM');
      await ended;
    },
  };
}
