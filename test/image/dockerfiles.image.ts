import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inVenv } from '../../scripts/provide-venv.mjs';

const root = join(import.meta.dirname, '../..');
const linter = inVenv(root, 'hadolint');
const dockerfiles = ['images', 'test/image'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('Dockerfile'))
    .map((name) => `${folder}/${name}`),
);

function lint(input: { file: string } | { text: string }) {
  const args = ['--no-color', '--failure-threshold', 'style', 'file' in input ? join(root, input.file) : '-'];
  const { status, stdout } = spawnSync(linter, args, {
    encoding: 'utf8',
    ...('text' in input ? { input: input.text } : {}),
  });
  return { status, stdout };
}

describe.skipIf(!existsSync(linter))('hadolint (skipped where pip could not install it)', () => {
  it.each(dockerfiles)('finds nothing in %s', (file) => {
    expect(lint({ file })).toEqual({ status: 0, stdout: '' });
  });

  it('would find what is wrong', () => {
    const { status, stdout } = lint({ text: 'FROM debian:latest\nENTRYPOINT node main.js\n' });
    expect(status).toBe(1);
    expect(stdout).toMatch(/DL3007[\s\S]*DL3025/);
  });
});
