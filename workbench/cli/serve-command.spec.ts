import { describe, expect, it } from 'vitest';
import { fakeTerminal } from '../../test/stand-ins/fake-terminal.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { runCli } from './run-cli.ts';

async function run(args: string[], env: Record<string, string> = {}) {
  const terminal = { ...fakeTerminal(temporaryFolder()), env };
  const code = await runCli(['serve', ...args], terminal);
  return { code, ...terminal.written };
}

describe('serve', () => {
  it.each(['0.0.0.0', '::', '192.168.1.5', 'example.org'])(
    'asks for a key before it is reached from outside: %s',
    async (host) => {
      expect(await run(['--host', host])).toMatchObject({
        code: 2,
        err: expect.stringContaining('--host: Whoever reaches'),
      });
    },
  );

  it.each([
    [['--host', '127.0.0.1'], {}],
    [['--host', '::1'], {}],
    [['--host', 'localhost'], {}],
    [['--host', '0.0.0.0', '--key', 'k'], {}],
    [['--host', '0.0.0.0'], { DECISION_API_KEY: 'k' }],
  ])('goes on to the model with %j %j', async (args, env) => {
    expect(await run(args, env)).toMatchObject({ code: 3, err: expect.stringContaining('models fetch starter') });
  });

  it.each([
    [['--key', 'a b']],
    [['--key', 'schlüssel']],
    [['--port', '70000']],
    [['--queue', '-1']],
    [['--max-seconds', '0']],
    [['--configuration', 'none.json']],
    [['extra']],
  ])('refuses %j', async (args) => {
    expect((await run(args)).code).toBe(2);
  });
});
