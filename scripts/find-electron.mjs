import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Looks for Electron's program on the disk. `require('electron')` would start a download.
 * @param {string} root the repository's folder
 * @returns {string | null} the program's path
 */
export function findElectron(root) {
  const folder = join(root, 'node_modules/electron');
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile) || !existsSync(join(folder, 'dist/version'))) return null;
  const program = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(program) ? program : null;
}

/**
 * @param {NodeJS.Platform} platform
 * @param {NodeJS.ProcessEnv} env
 */
export function hasDisplay(platform, env) {
  return platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}
