import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @typedef {'node' | 'renderer'} BuildTarget */

/** What each half of the build is made from, so that work on one half does not rebuild the other. */
const sources = {
  node: [
    'adapter',
    'workbench',
    'electron',
    'fixtures/decisions',
    'images',
    'scripts/bundled-packages.mjs',
    'scripts/lock-for-image.mjs',
    'LICENSE',
    'vite.node.config.ts',
    'vite.preload.config.ts',
    'vite.server.config.ts',
    'package.json',
    'package-lock.json',
  ],
  renderer: [
    'adapter',
    'workbench',
    'renderer',
    'fixtures/decisions',
    'vite.renderer.config.ts',
    'package.json',
    'package-lock.json',
  ],
};
const results = { node: 'dist/cli/main.js', renderer: 'dist/renderer/index.html' };

/**
 * A hash of names and contents: times of change differ between two clones of the same commit.
 * @param {string} root
 * @param {BuildTarget} target
 * @returns {string}
 */
export function hashSources(root, target) {
  const hash = createHash('sha256');
  for (const source of sources[target]) {
    for (const file of listFiles(root, source)) {
      const content = readFileSync(join(root, file));
      hash.update(`${file}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]} paths relative to the root, in a fixed order; specs are no part of the product
 */
function listFiles(root, path) {
  const entry = statSync(join(root, path), { throwIfNoEntry: false });
  if (entry === undefined || /\.spec\.tsx?$/.test(path)) return [];
  if (!entry.isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => listFiles(root, `${path}/${name}`));
}

/**
 * @param {string} root
 * @param {BuildTarget} target
 */
function stampOf(root, target) {
  return join(root, 'dist', `.built-${target}`);
}

/**
 * @param {string} root
 * @param {BuildTarget} target
 * @returns {boolean}
 */
export function isBuilt(root, target) {
  const stamp = stampOf(root, target);
  if (!existsSync(stamp) || !existsSync(join(root, results[target]))) return false;
  return readFileSync(stamp, 'utf8') === hashSources(root, target);
}

/**
 * Runs a build between two looks at its sources: an edit meanwhile leaves no stamp, and neither does a failure.
 * @param {string} root
 * @param {BuildTarget} target
 * @param {() => Promise<void>} build
 */
export async function recordBuild(root, target, build) {
  const stamp = stampOf(root, target);
  rmSync(stamp, { force: true });
  const before = hashSources(root, target);
  await build();
  mkdirSync(dirname(stamp), { recursive: true });
  if (hashSources(root, target) === before) writeFileSync(stamp, before);
}
