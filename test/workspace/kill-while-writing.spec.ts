import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConfigurations } from '../../workbench/configurations/configuration-store.ts';
import { openDecisions } from '../../workbench/store/decision-store.ts';
import { diskFileSystem } from '../../workbench/store/file-system.ts';
import { openSettings } from '../../workbench/store/settings-store.ts';
import { openWorkspace } from '../../workbench/store/workspace.ts';
import { machineOrigin } from '../../workbench/uuid-v7.ts';
import type { Acknowledgement } from './save-in-a-loop.ts';

const KILLS = 24;
/** The latest moment of a kill after the process began to save; many saves happen in it. */
const LATEST_MS = 200;

let folder: string;
let program: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'workbench-kill-'));
  program = join(folder, 'save-in-a-loop.mjs');
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: join(import.meta.dirname, 'save-in-a-loop.ts'),
      outDir: folder,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'save-in-a-loop.mjs' } },
    },
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lets the program save into the workspace, kills it with -9 some time after its first acknowledgement. */
async function saveAndKill(workspace: string, afterMs: number): Promise<Acknowledgement[]> {
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

it(`has every acknowledged change after each of ${KILLS} kills`, async () => {
  const path = join(folder, 'workspace');
  const latest = new Map<string, { revision: number; text: string }>();
  const removed = new Set<string>();
  const saved = new Map<string, string>();
  let tokens = 0;
  let acknowledged = 0;
  let torn = 0;

  for (let kill = 1; kill <= KILLS; kill += 1) {
    for (const told of await saveAndKill(path, Math.random() * LATEST_MS)) {
      acknowledged += 1;
      if ('removed' in told) removed.add(told.removed);
      else if ('configuration' in told) saved.set(told.configuration, told.name);
      else if ('id' in told) latest.set(told.id, told);
      else tokens = told.max_prompt_tokens;
    }
    torn += readdirSync(join(path, 'decisions'), { recursive: true }).filter((name) =>
      `${name}`.endsWith('.tmp'),
    ).length;

    const workspace = await openWorkspace(diskFileSystem, path, 'the test', () => undefined);
    const settings = await openSettings(workspace, machineOrigin.now);
    const decisions = await openDecisions(workspace, machineOrigin);
    const configurations = await openConfigurations(workspace, machineOrigin.now);
    expect(workspace.damaged).toEqual([]);
    for (const [sha256, name] of saved) {
      const stored = configurations.get(sha256);
      // The save after it may have reached the disk before it was told. The names begin with the time.
      if (stored.name !== name) expect(Number.parseInt(stored.name, 10)).toBeGreaterThan(Number.parseInt(name, 10));
      saved.set(sha256, stored.name);
    }
    for (const id of removed) {
      expect(existsSync(join(path, 'trash', id, 'decision.json'))).toBe(true);
      latest.delete(id);
    }
    for (const [id, told] of latest) {
      // The removal that was under way when the process was killed may have happened.
      if (existsSync(join(path, 'trash', id))) {
        latest.delete(id);
        continue;
      }
      const stored = await decisions.get(id);
      // One more change may have reached the disk before its acknowledgement was told.
      expect(stored.revision - told.revision).toBeOneOf([0, 1]);
      if (stored.revision === told.revision) expect(stored.draft.evidence.text.startsWith(told.text)).toBe(true);
      const kept = new Set((await decisions.history(id)).map(({ revision }) => revision));
      for (let revision = 1; revision < stored.revision; revision += 1) expect(kept.has(revision)).toBe(true);
      latest.set(id, { revision: stored.revision, text: stored.draft.evidence.text.slice(0, 20) });
    }
    if (tokens > 0) expect(settings.get().max_prompt_tokens).toBeGreaterThanOrEqual(tokens);
    tokens = 0;
    await workspace.close();
    expect(
      readdirSync(join(path, 'decisions'), { recursive: true }).filter((name) => `${name}`.endsWith('.tmp')),
    ).toEqual([]);
  }
  // Were these small, the kills would have hit nothing.
  expect(acknowledged).toBeGreaterThan(KILLS * 3);
  console.info(`${acknowledged} acknowledged changes, ${KILLS} kills, ${torn} of them inside a write`);
}, 120_000);

it('tells a second process that the workspace is open', async () => {
  const path = join(folder, 'second');
  const workspace = await openWorkspace(diskFileSystem, path, 'Decision Workbench 1.2 (desktop)', () => undefined);
  const child = spawn(process.execPath, [program, path], { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  let output = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code).toBe(1);
  expect(output).toBe('');
  expect(errors).toContain('WORKSPACE_LOCKED');
  expect(errors).toContain(`Decision Workbench 1.2 (desktop) (process ${process.pid}`);
  await workspace.close();
}, 30_000);
