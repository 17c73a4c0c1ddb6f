import { readFileSync } from 'node:fs';

/**
 * @param {string} version such as `20.20.2`
 * @param {string} range an `engines` range of the form `>=x.y.z`
 * @returns {string | null} what is wrong, in words, or null
 */
export function nodeComplaint(version, range) {
  const wanted = /^>=(\d+\.\d+\.\d+)$/.exec(range)?.[1];
  if (wanted === undefined) throw new Error(`package.json: engines.node is "${range}", expected ">=x.y.z"`);
  const [have, need] = [version, wanted].map((text) => text.split('.').map(Number));
  for (let i = 0; i < 3; i++) {
    const difference = (have?.[i] ?? 0) - (need?.[i] ?? 0);
    if (difference > 0) return null;
    if (difference < 0) {
      return `This is Node ${version}, and Decision Workbench needs ${wanted} or later.\nInstall a current Node from https://nodejs.org, then run the same command again.`;
    }
  }
  return null;
}

/**
 * Ends the process with a sentence when Node is too old: a syntax error further down would help nobody.
 * @param {string} root the repository's folder
 */
export function requireNode(root) {
  const manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
  const complaint = nodeComplaint(process.versions.node, manifest.engines.node);
  if (complaint === null) return;
  console.error(complaint);
  process.exit(1);
}
