import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunRow } from '../../workbench/contract/runs.ts';
import type { Told } from './run-in-a-process.ts';

const SAMPLES = 300;
const KILLS = 3;
const root = join(import.meta.dirname, '../..');
const model = join(root, 'fixtures/models/tiny-llama.gguf');

/** Inside the repository, since the program looks for the engine's package upwards from where it lies. */
let programs: string;
let folder: string;
let undisturbed: Map<string, RunRow>;

beforeAll(async () => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  programs = mkdtempSync(join(root, '.cache', 'run-'));
  folder = mkdtempSync(join(tmpdir(), 'workbench-run-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external: ['node-llama-cpp'], target: 'node' },
    build: {
      ssr: true,
      outDir: programs,
      target: 'node20.19',
      rolldownOptions: { input: { run: join(import.meta.dirname, 'run-in-a-process.ts') } },
    },
  });
});

afterAll(() => {
  for (const made of [programs, folder]) if (made !== undefined) rmSync(made, { recursive: true, force: true });
});

interface Ended {
  told: Told[];
  signal: string | null;
}

/** Lets the process run; `killWhen` is asked with each number of rows. */
function runProcess(
  place: string,
  settings: { runs?: number; pauseAt?: number; killWhen?: (rows: number) => number | null },
) {
  const { runs = 1, pauseAt = 0, killWhen } = settings;
  const args = [join(programs, 'run.js'), join(folder, place), model, `${SAMPLES}`, `${runs}`, `${pauseAt}`];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  let doomed = false;
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  child.stdout.on('data', (chunk) => {
    output += chunk;
    const last = tellings(output).at(-1);
    const after = last?.told === 'rows' && !doomed ? (killWhen?.(last.scored) ?? null) : null;
    if (after === null) return;
    doomed = true;
    setTimeout(() => child.kill('SIGKILL'), after);
  });
  return new Promise<Ended>((resolve, reject) => {
    child.once('close', (code, signal) => {
      if (code !== 0 && signal === null) reject(new Error(`The process ended with ${code}: ${errors}`));
      else resolve({ told: tellings(output), signal });
    });
  });
}

/** A line without its end was not told whole. */
function tellings(output: string): Told[] {
  const lines = output.split('\n').slice(0, -1);
  return lines.map((line): Told => JSON.parse(line));
}

function linesOf(place: string): RunRow[][] {
  const runs = join(folder, place, 'workspace', 'runs');
  return readdirSync(runs)
    .sort()
    .map((id) =>
      readFileSync(join(runs, id, 'rows.jsonl'), 'utf8')
        .split('\n')
        .slice(0, -1),
    )
    .map((lines) => lines.map((line): RunRow => JSON.parse(line)));
}

/** What must not depend on when a sample was scored. */
function numbersOf(row: RunRow | undefined) {
  if (row?.status !== 'scored') throw new Error(`not scored: ${JSON.stringify(row)}`);
  const { evaluated_tokens: _evaluated, seconds: _seconds, ...numbers } = row;
  return numbers;
}

function expectTheSame(lines: readonly RunRow[] | undefined): void {
  const samples = (lines ?? []).map(({ sample }) => sample);
  expect(samples).toEqual(Array.from({ length: SAMPLES }, (_, index) => `s-${index}`));
  for (const row of lines ?? []) expect(numbersOf(row)).toEqual(numbersOf(undisturbed.get(row.sample)));
}

describe(`a run of ${SAMPLES} samples`, () => {
  it('gives the same numbers twice, reuses what its samples share, and repeats itself at its end', async () => {
    const { told } = await runProcess('undisturbed', { runs: 2 });
    const [first, second] = linesOf('undisturbed');
    undisturbed = new Map((first ?? []).map((row) => [row.sample, row]));
    expectTheSame(first);
    expectTheSame(second);
    const probabilities = new Set((first ?? []).map((row) => JSON.stringify(numbersOf(row).probabilities)));
    // Were they all the same, equal rows would prove nothing.
    expect(probabilities.size).toBeGreaterThan(SAMPLES / 2);
    const done = told.flatMap((one) => (one.told === 'done' ? [one.run.run] : []));
    expect(done).toHaveLength(2);
    for (const run of done) {
      expect(run).toMatchObject({ state: 'done', drift: { samples: 20, largest: 0 } });
      expect(run.tokens_reused).toBeGreaterThan(run.tokens_evaluated);
      expect(run.cpu_seconds).toBeGreaterThan(0);
      expect(run.peak_memory_bytes).toBeGreaterThan(10_000_000);
    }
  }, 300_000);

  it(`is the same after ${KILLS} kills at random moments: no row twice, none missing`, async () => {
    const before: number[] = [];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      // Somewhere in the next third, in the middle of whatever is done then.
      const at = (before.at(-1) ?? 0) + 1 + Math.random() * (SAMPLES / (KILLS + 1) - 20);
      const killWhen = (rows: number) => (rows >= at ? Math.random() * 100 : null);
      const { told, signal } = await runProcess('killed', { killWhen });
      expect(signal).toBe('SIGKILL');
      if (kill > 1) expect(told[0]).toMatchObject({ fault: expect.stringContaining('The app ended while') });
      before.push(linesOf('killed')[0]?.length ?? 0);
    }
    expect(before.at(-1)).toBeLessThan(SAMPLES);
    expect(new Set(before).size).toBe(KILLS);
    const { told } = await runProcess('killed', {});
    expectTheSame(linesOf('killed')[0]);
    expect(told.at(-1)).toMatchObject({ told: 'done', run: { scored: SAMPLES, failed: 0, run: { state: 'done' } } });
    console.info(`rows at each kill: ${before.join(', ')} of ${SAMPLES}`);
  }, 300_000);

  it('is the same when it is paused and the app is quit and started again', async () => {
    await runProcess('paused', { pauseAt: 100 });
    const rows = linesOf('paused')[0]?.length ?? 0;
    expect(rows).toBeGreaterThanOrEqual(100);
    expect(rows).toBeLessThan(SAMPLES);
    const { told } = await runProcess('paused', {});
    expect(told[0]).toMatchObject({ told: 'paused', scored: rows });
    expectTheSame(linesOf('paused')[0]);
  }, 300_000);
});
