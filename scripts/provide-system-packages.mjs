import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from './find-chromium.mjs';
import { runProgram } from './run-program.mjs';

/** @typedef {{ package: string, purpose: string, isHere: () => boolean }} SystemNeed */

/** What the tests need beside npm's packages, by the name of Debian's package. @type {SystemNeed[]} */
const testNeeds = [
  { package: 'chromium', purpose: 'journeys in a real browser', isHere: () => findChromium() !== null },
  {
    package: 'fonts-dejavu-core',
    purpose: 'text in the screenshots of the journeys',
    isHere: () => process.platform !== 'linux' || existsSync('/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf'),
  },
  {
    package: 'python3-venv',
    purpose: 'pip, which fetches the test models',
    isHere: () => spawnSync('python3', ['-c', 'import ensurepip, venv']).status === 0,
  },
];

/** What the image test needs more. @type {SystemNeed[]} */
export const imageNeeds = [
  { package: 'buildah', purpose: 'building the image', isHere: () => runs('buildah') },
  { package: 'mmdebstrap', purpose: 'a base for the image', isHere: () => runs('mmdebstrap') },
  { package: 'bubblewrap', purpose: 'running the image without a network', isHere: () => runs('bwrap') },
  {
    package: 'python3-venv',
    purpose: 'pip, which fetches hadolint',
    isHere: () => spawnSync('python3', ['-c', 'import ensurepip, venv']).status === 0,
  },
];

/** @param {string} program */
function runs(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

/**
 * Installs what is missing where that is ours to do: as root on a Debian system. Elsewhere it only says what to do.
 * @param {(line: string) => void} say
 * @param {SystemNeed[]} [needs]
 * @returns {Promise<string[]>} what is still missing, one sentence each
 */
export async function provideSystemPackages(say, needs = testNeeds) {
  const missing = needs.filter((need) => !need.isHere());
  if (missing.length === 0) return [];
  const names = missing.map((need) => need.package).join(' ');
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    say(`Installing ${names} with apt-get.`);
    const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    await runProgram('apt-get', ['update', '-qq'], options);
    await runProgram('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names.split(' ')], options);
  } else {
    say(`Missing for some tests: ${names}. On Debian or Ubuntu: sudo apt-get install ${names}`);
  }
  return missing.filter((need) => !need.isHere()).map((need) => `${need.package} is missing (${need.purpose})`);
}
