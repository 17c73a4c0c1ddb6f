import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { starterIsHere } from '../../fixtures/models/model-files.ts';
import { inVenv } from '../../scripts/provide-venv.mjs';
import { commandLineProgram, programsAreBuilt, runProgram, untilReady } from '../stand-ins/run-program.ts';
import { temporaryFolder } from '../stand-ins/temporary-folder.ts';

// The public conformance suite against `serve` with the starter model: with each readout, with and without a key. Texts
// take minutes, so their two begin first and together, one thread each.
const root = join(import.meta.dirname, '../..');
const suite = inVenv(root, 'jevcompat');
/** 255 options in texts are some 12,000 tokens; a busy machine needs minutes. */
const MINUTES = 30;

/** Where `CI` is set, a missing suite is an error. */
function suiteIsHere(): boolean {
  if (existsSync(suite)) return true;
  if (process.env.CI) throw new Error(`jevcompat is missing at ${suite}: python3 with venv and pip is needed.`);
  return false;
}

interface Report {
  summary: Record<'MUST' | 'SHOULD', { passed: number; failed: number }>;
  inconclusive: string[];
  case_errors: unknown[];
  results: { id: string; level: string; status: string }[];
}

describe.skipIf(!suiteIsHere() || !programsAreBuilt() || !starterIsHere())(
  'jevcompat (skipped without Python, dist/ or the starter)',
  () => {
    it.concurrent.for([
      { readout: 'texts', key: null, must: 32, should: 13 },
      { readout: 'texts', key: 's3cret', must: 32, should: 15 },
      { readout: 'letters', key: null, must: 32, should: 13 },
      { readout: 'letters', key: 's3cret', must: 32, should: 15 },
    ])(
      'holds with $readout, key $key',
      { timeout: MINUTES * 60_000 },
      async ({ readout, key, must, should }, { expect, onTestFinished }) => {
        const own = key === null ? [] : ['--key', key];
        const args = ['serve', '--port', '0', '--threads', '1', '--readout', readout, ...own];
        const program = runProgram(commandLineProgram, args);
        // not after each test, which would end the other one's as well
        onTestFinished(() => void program.child.kill('SIGKILL'));
        const server = await untilReady(program, 'err');
        const path = join(temporaryFolder(onTestFinished), 'report.json');
        const code = await test([...own, '--timeout', '600', '--json', path, server.url]);
        const report: Report = JSON.parse(readFileSync(path, 'utf8'));
        expect(report.results.filter(({ status }) => status === 'fail').map(({ id }) => id)).toEqual([]);
        // a slow answer would count as passed
        expect(report.inconclusive).toEqual([]);
        expect(report.case_errors).toEqual([]);
        expect(report.summary.MUST).toMatchObject({ passed: must, failed: 0 });
        expect(report.summary.SHOULD).toMatchObject({ passed: should, failed: 0 });
        expect(code).toBe(0);
        server.child.kill('SIGTERM');
        expect(await server.ended).toBe(0);
      },
    );
  },
);

function test(args: string[]): Promise<number | null> {
  const child = spawn(suite, ['test', ...args], { stdio: 'ignore' });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
}
