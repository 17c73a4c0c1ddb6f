import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { installPackages } from './install-packages.mjs';

it('leaves the packages of another checkout alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'install-packages-'));
  try {
    const other = join(folder, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'kept'), '');
    const root = join(folder, 'root');
    mkdirSync(root);
    symlinkSync(other, join(root, 'node_modules'));
    await expect(installPackages(root, () => undefined)).rejects.toThrow(/is a link/);
    expect(readdirSync(other)).toEqual(['kept']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
