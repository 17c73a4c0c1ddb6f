import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fakeTerminal } from '../../test/stand-ins/fake-terminal.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { runCli } from './run-cli.ts';

/** With a profile that no file has, so that no region can be asked and nothing is sent. */
async function endpoints(...args: string[]) {
  const folder = temporaryFolder();
  const terminal = fakeTerminal(folder);
  const place = ['--region', 'eu-central-1', '--profile', 'no-such-profile', '--workspace', join(folder, 'workspace')];
  const exitCode = await runCli(['endpoints', ...place, ...args], { ...terminal, env: {} });
  return { exitCode, ...terminal.written };
}

it('says nothing of what runs where nobody could look', async () => {
  const { exitCode, out, err } = await endpoints();
  expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
  expect(err).toContain('no-such-profile');
});

it('names as JSON the region that could not be asked', async () => {
  const { exitCode, out } = await endpoints('--json');
  expect(exitCode).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ endpoints: [], faults: [{ region: 'eu-central-1' }] });
});
