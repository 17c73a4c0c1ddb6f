import { copyFile, cp, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRequest } from '../../adapter/decision/parse-request.ts';
import { asFault, type Fault } from '../../adapter/fault.ts';
import { modelSha256 } from '../../adapter/gguf/model-sha256.ts';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { buildTrialEntry } from '../../test/stand-ins/build-trial-entry.ts';
import { damagedModels } from '../../test/stand-ins/damaged-models.ts';
import { openFileIndex } from '../models/file-index.ts';
import { stampFile } from '../models/stamp-file.ts';
import { createEngineOwner } from './engine-owner.ts';
import type { EngineOwner } from './owner.ts';
import { createForkTrial } from './try-model-fork.ts';

const settings = { gpuLayers: 0, threads: 1, contextTokens: 512, mode: 'reproducible' } as const;
const decisions = parseRequest(
  '{"id":"d","state":"A cat sat.","question":"What sat?","options":[{"id":"cat","description":""},{"id":"dog","description":""}]}',
);

let folder: string;
let trial: Awaited<ReturnType<typeof buildTrialEntry>>;
let owner: EngineOwner;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workbench-'));
  trial = await buildTrialEntry();
  owner = createEngineOwner({ tryModel: createForkTrial(trial.entry), fileIndex: openFileIndex(folder) });
});
afterAll(async () => {
  await owner.close();
  trial.remove();
  await rm(folder, { recursive: true, force: true });
});

function load(path: string, signal = new AbortController().signal): Promise<void> {
  return owner.load(path, settings, { job: 'j', signal, onProgress: () => undefined });
}

const score = () => owner.score(decisions, (defaults) => defaults, { maxPromptTokens: 512 });

async function faultOf(work: Promise<unknown>): Promise<Fault> {
  const outcome = await work.then(
    () => null,
    (error: unknown) => asFault(error),
  );
  if (outcome === null) throw new Error('It did not fail.');
  return outcome;
}

// All of them through one owner in this process: if loading one ended the process, no test after it would run.
describe('forty damaged files', () => {
  const models = damagedModels(tinyPaths.llama);
  let ended = 0;
  it('are forty', () => expect(models).toHaveLength(40));

  it.each(models)('$name', async ({ bytes }) => {
    const path = join(folder, 'damaged.gguf');
    await writeFile(path, bytes);
    const fault = await faultOf(load(path));
    expect(['MODEL_UNREADABLE', 'MODEL_UNSUPPORTED', 'ENGINE_FAILED']).toContain(fault.code);
    expect(fault.message).toContain('damaged.gguf');
    expect(fault.next).not.toBe('');
    if (/SIG[A-Z]+/.test(fault.message)) ended += 1;
    expect(owner.state()).toMatchObject({ status: 'failed', path });
  });

  it('would have ended this process without the trial, some of them', () => expect(ended).toBeGreaterThan(0));

  it('leave an owner that loads and scores a sound file', async () => {
    await load(tinyPaths.llama);
    expect(owner.state()).toMatchObject({ status: 'ready' });
    expect((await score())[0]?.probabilities).toHaveLength(2);
  });
});

describe('a trial without an engine', () => {
  it('says nothing about a file, be it sound or damaged', async () => {
    // Away from the repository the program finds no package of the engine.
    const entry = join(folder, 'try-model.mjs');
    await cp(dirname(trial.entry), folder, { recursive: true });
    await rename(join(folder, basename(trial.entry)), entry);
    const tryModel = createForkTrial(entry);
    const damaged = join(folder, 'no-engine.gguf');
    await writeFile(damaged, 'GGUF');
    for (const path of [tinyPaths.llama, damaged]) {
      expect(await tryModel(path, new AbortController().signal)).toMatchObject({
        outcome: 'could-not-run',
        reason: expect.stringContaining('node-llama-cpp'),
      });
    }
  });
});

describe('a file that goes while its model is loaded', () => {
  it('is told when the next score is asked for, and the owner goes on', async () => {
    const path = join(folder, 'gone.gguf');
    await copyFile(tinyPaths.llama, path);
    await load(path);
    await score();
    await rm(path);
    expect(await faultOf(score())).toMatchObject({ code: 'MODEL_MISSING' });
    expect(owner.state()).toMatchObject({ status: 'failed', path });
    expect(await faultOf(score())).toMatchObject({ code: 'NO_MODEL' });
    await load(tinyPaths.hybrid);
    expect((await score())[0]?.probabilities).toHaveLength(2);
  });

  it('is told when it was cut short, before the engine reads past its end', async () => {
    const path = join(folder, 'cut.gguf');
    await copyFile(tinyPaths.llama, path);
    await load(path);
    await truncate(path, 1000);
    expect(await faultOf(score())).toMatchObject({ code: 'MODEL_MISSING' });
    expect(owner.state()).toMatchObject({ status: 'failed' });
  });
});

describe('the same model, loaded again', () => {
  it('gives the same numbers, bit for bit, and unloads in between', async () => {
    await load(tinyPaths.llama);
    const first = (await score())[0]?.option_logits;
    await owner.unload();
    expect(owner.state()).toEqual({ status: 'empty' });
    await load(tinyPaths.llama);
    expect((await score())[0]?.option_logits).toEqual(first);
  });
});

describe('two apps that ask for the same model', () => {
  it('both load it at the same time and score the same, and what both remember stays whole', async () => {
    const other = createEngineOwner({ tryModel: createForkTrial(trial.entry), fileIndex: openFileIndex(folder) });
    const path = join(folder, 'shared.gguf');
    await copyFile(tinyPaths.llama, path);
    const run = { job: 'k', signal: new AbortController().signal, onProgress: () => undefined };
    try {
      await Promise.all([load(path), other.load(path, settings, run)]);
      const theirs = await other.score(decisions, (defaults) => defaults, { maxPromptTokens: 512 });
      expect(theirs[0]?.option_logits).toEqual((await score())[0]?.option_logits);
      const stamp = await stampFile(path);
      if (stamp === null) throw new Error('the file is there');
      expect(await openFileIndex(folder).look(path, stamp)).toMatchObject({ tried: true, crash: null });
    } finally {
      await other.close();
    }
  });
});

it('names a model that was fetched by its repository and commit, as long as it is what was fetched', async () => {
  const own = await mkdtemp(join(tmpdir(), 'workbench-'));
  const fetched = { repository: 'someone/Tiny-GGUF', revision: 'c'.repeat(40) };
  const sha256 = await modelSha256(tinyPaths.llama);
  const named = async (pinned: string) => {
    const engine = createEngineOwner({
      tryModel: async () => ({ outcome: 'fine' }),
      fileIndex: openFileIndex(own),
      originOf: async (path) => (path === tinyPaths.llama ? { ...fetched, sha256: pinned } : null),
    });
    const run = { job: 'j', signal: new AbortController().signal, onProgress: () => undefined };
    try {
      await engine.load(tinyPaths.llama, settings, run);
      const [result] = await engine.score(decisions, (defaults) => defaults, { maxPromptTokens: 512 });
      return [result?.model.repository, result?.model.revision];
    } finally {
      await engine.close();
    }
  };
  expect(await named(sha256)).toEqual([fetched.repository, fetched.revision]);
  expect(await named('0'.repeat(64))).toEqual([null, null]);
  await rm(own, { recursive: true });
});
