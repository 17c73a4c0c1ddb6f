import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { packagesInstalled } from './packages-installed.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'packages-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const lock = {
  '': { version: '0.1.0' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/b': { version: '2.0.0', integrity: 'sha512-b' },
  'node_modules/b-windows': { version: '2.0.0', integrity: 'sha512-w', optional: true },
};
const { '': _own, 'node_modules/b-windows': _windows, ...here } = lock;

function write(wanted: object, installed: object | null) {
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: wanted }));
  if (installed === null) return;
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
}

it('is content when all that is not optional is there', () => {
  write(lock, here);
  expect(packagesInstalled(root)).toBe(true);
});

it.each<[string, object | null]>([
  ['there is no node_modules', null],
  ['a package is missing', { 'node_modules/a': here['node_modules/a'] }],
  ['a version differs', { ...here, 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }],
  ['the content differs', { ...here, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' } }],
  ['a package is left over', { ...here, 'node_modules/c': { version: '3.0.0', integrity: 'sha512-c' } }],
])('asks for an installation when %s', (_case, installed) => {
  write(lock, installed);
  expect(packagesInstalled(root)).toBe(false);
});
