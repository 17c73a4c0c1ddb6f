import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';

/**
 * @typedef {object} Import
 * @property {string} to a file relative to the base, `node:<module>` or `npm:<package>`
 * @property {boolean} isType whether only types are taken: such an import is gone when the program runs
 * @property {boolean} exists
 */

/**
 * What a module imports, re-exports or imports later.
 * @param {string} base
 * @param {string} file relative to the base, with forward slashes
 * @returns {Import[]}
 */
export function readImports(base, file) {
  const text = readFileSync(join(base, file), 'utf8');
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);

  /** @type {Import[]} */
  const imports = [];
  /** @param {string} written @param {boolean} isType */
  const add = (written, isType) => imports.push({ ...locate(base, file, written), isType });
  for (const { moduleRequest, entries } of module.staticImports) {
    // An import without names is there for its effect.
    add(moduleRequest.value, entries.length > 0 && entries.every((entry) => entry.isType));
  }
  for (const { entries } of module.staticExports) {
    for (const entry of entries) if (entry.moduleRequest) add(entry.moduleRequest.value, entry.isType);
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const written = /^(['"`])([^$]*)\1$/s.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[2];
    if (written !== undefined) add(written, false);
  }
  return imports;
}

/**
 * @param {string} base
 * @param {string} file
 * @param {string} written as it stands in the source
 */
function locate(base, file, written) {
  if (written.startsWith('.')) {
    const to = posix.join(posix.dirname(file), written.replace(/\?.*$/, ''));
    return { to, exists: existsSync(join(base, to)) };
  }
  if (isBuiltin(written)) return { to: written.startsWith('node:') ? written : `node:${written}`, exists: true };
  // Whether packages exist, and stand in package.json, is for the compiler and the check of unused code to say.
  return { to: `npm:${written}`, exists: true };
}
