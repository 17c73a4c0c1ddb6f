import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findElectron, hasDisplay } from './find-electron.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'electron-'));
  mkdirSync(join(root, 'node_modules/electron/dist'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));
const put = (name: string, text: string) => writeFileSync(join(root, 'node_modules/electron', name), text);

it('finds nothing when the package is there without its program', () => {
  expect(findElectron(root)).toBeNull();
});

it('finds the program that path.txt names', () => {
  put('path.txt', 'electron');
  put('dist/version', '45.5.0');
  put('dist/electron', '');
  expect(findElectron(root)).toBe(join(root, 'node_modules/electron/dist/electron'));
});

it('takes an unfinished extraction for none', () => {
  put('path.txt', 'electron');
  put('dist/electron', '');
  expect(findElectron(root)).toBeNull();
});

it('knows where there is a display', () => {
  expect(hasDisplay('darwin', {})).toBe(true);
  expect(hasDisplay('win32', {})).toBe(true);
  expect(hasDisplay('linux', {})).toBe(false);
  expect(hasDisplay('linux', { DISPLAY: '' })).toBe(false);
  expect(hasDisplay('linux', { DISPLAY: ':0' })).toBe(true);
  expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
});
