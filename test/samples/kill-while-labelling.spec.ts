import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSamples } from '../../workbench/samples/store/sample-store.ts';
import { diskFileSystem } from '../../workbench/store/file-system.ts';
import { openWorkspace } from '../../workbench/store/workspace.ts';
import { machineOrigin } from '../../workbench/uuid-v7.ts';
import type { Acknowledgement } from './label-in-a-loop.ts';

const KILLS = 16;
/** The latest moment of a kill after the first acknowledgement; many changes happen in it. */
const LATEST_MS = 250;

let folder: string;
let program: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'workbench-label-'));
  program = join(folder, 'label-in-a-loop.mjs');
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: join(import.meta.dirname, 'label-in-a-loop.ts'),
      outDir: folder,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'label-in-a-loop.mjs' } },
    },
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function labelAndKill(workspace: string, afterMs: number): Promise<Acknowledgement[]> {
  const child = spawn(process.execPath, [program, workspace], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  child.stdout.on('data', (chunk) => {
    if (output === '') setTimeout(() => child.kill('SIGKILL'), afterMs);
    output += chunk;
  });
  const signal = await new Promise((resolve) => child.once('close', (_, by) => resolve(by)));
  expect(errors).toBe('');
  expect(signal).toBe('SIGKILL');
  // A line without its end was not told whole.
  const lines = output.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

it(`has every acknowledged set and label after each of ${KILLS} kills`, async () => {
  const path = join(folder, 'workspace');
  const sizes = new Map<string, number>();
  const notes = new Map<string, string>();
  let acknowledged = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    // The last change before a kill may be on disk without having been told: it is newer, and no loss.
    const told = await labelAndKill(path, Math.random() * LATEST_MS);
    for (const one of told) {
      acknowledged += 1;
      if ('samples' in one) sizes.set(one.set, one.samples);
      else notes.set(`${one.set} ${one.id}`, one.note);
    }
    const workspace = await openWorkspace(diskFileSystem, path, 'the test', () => undefined);
    const store = await openSamples(workspace, machineOrigin);
    expect(workspace.damaged).toEqual([]);
    const left = readdirSync(join(path, 'samples'), { recursive: true }).filter((name) => `${name}`.endsWith('.tmp'));
    expect(left).toEqual([]);
    for (const [id, size] of sizes) {
      const { samples } = await store.load(id);
      expect(samples.size).toBe(size);
      for (const sample of samples.values()) {
        const note = notes.get(`${id} ${sample.id}`);
        if (note === undefined) continue;
        const timeOf = (text: string) => Number(text.split('-')[0]);
        expect(timeOf(sample.note)).toBeGreaterThanOrEqual(timeOf(note));
        expect(sample.label).not.toBeNull();
      }
    }
    await workspace.close();
  }
  expect(sizes.size).toBeGreaterThan(0);
  expect(acknowledged).toBeGreaterThan(KILLS * 3);
}, 180_000);
