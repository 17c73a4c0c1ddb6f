import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { layerRules } from './layer-rules.mjs';
import { readImports } from './read-imports.mjs';

const SOURCE = /\.(tsx?|mjs)$/;
const SPEC = /\.spec\.tsx?$/;

/**
 * Reads every import in the folders and holds it against the rules; cycles and imports of files that do not exist are
 * faults too.
 * @param {string} base the folder in which `folders` lie
 * @param {string[]} folders
 * @returns {{ faults: string[], modules: number, imports: number }} how much was read, since nothing read is no proof
 */
export function findLayerFaults(base, folders) {
  const files = folders.flatMap((folder) => listSources(base, folder));
  const graph = new Map(files.map((file) => [file, readImports(base, file)]));

  const faults = [];
  let imports = 0;
  for (const [from, list] of graph) {
    for (const { to, isType, exists } of list) {
      imports += 1;
      if (!exists) faults.push(`${from} → ${to}: there is no such file`);
      for (const rule of layerRules) {
        if (!rule.from.test(from) || !rule.to.test(to) || rule.except?.test(to)) continue;
        if ((rule.valuesOnly && isType) || (!rule.specsToo && SPEC.test(from))) continue;
        faults.push(`${from} → ${to}: ${rule.name}`);
      }
    }
  }
  for (const cycle of findCycles(graph)) faults.push(`${cycle.join(' → ')}: a cycle`);
  return { faults, modules: files.length, imports };
}

/**
 * @param {string} base
 * @param {string} folder
 */
function listSources(base, folder) {
  return readdirSync(join(base, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => SOURCE.test(name))
    .map((name) => `${folder}/${name.split(sep).join('/')}`)
    .sort();
}

/**
 * Depth-first search; each import that leads back onto the path walked so far closes one cycle. Types make none.
 * @param {Map<string, import('./read-imports.mjs').Import[]>} graph
 * @returns {string[][]}
 */
function findCycles(graph) {
  /** @type {string[][]} */
  const cycles = [];
  const done = new Set();
  /** @type {string[]} */
  const path = [];
  /** @param {string} file */
  const visit = (file) => {
    const start = path.indexOf(file);
    if (start >= 0) cycles.push([...path.slice(start), file]);
    if (start >= 0 || done.has(file)) return;
    path.push(file);
    for (const { to, isType } of graph.get(file) ?? []) if (!isType) visit(to);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return cycles;
}
