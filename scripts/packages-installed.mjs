import { readFileSync } from 'node:fs';

/**
 * Whether node_modules holds what package-lock.json says. npm keeps its own record of what it installed, and that is
 * compared: a stamp of ours would not notice an `npm install` that somebody ran by hand.
 * @param {string} root the repository's folder
 * @returns {boolean}
 */
export function packagesInstalled(root) {
  const wanted = readPackages(`${root}/package-lock.json`);
  const installed = readPackages(`${root}/node_modules/.package-lock.json`);
  if (wanted === null) throw new Error('package-lock.json is missing: restore it with git, then run again.');
  if (installed === null) return false;
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue;
    const found = installed[path];
    if (found === undefined) {
      // Packages for another platform are listed in the lock and never installed.
      if (entry.optional || entry.devOptional || entry.peer) continue;
      return false;
    }
    if (found.version !== entry.version || found.integrity !== entry.integrity) return false;
  }
  return Object.keys(installed).every((path) => path in wanted);
}

/**
 * @param {string} path
 * @returns {Record<string, {version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, peer?: boolean}> | null}
 */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
