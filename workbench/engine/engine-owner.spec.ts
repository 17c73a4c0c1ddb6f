import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { parseRequest } from '../../adapter/decision/parse-request.ts';
import { Fault } from '../../adapter/fault.ts';
import type { openScorer } from '../../adapter/score/open-scorer.ts';
import type { Scorer } from '../../adapter/score/scorer.ts';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import type { Host, TrialOutcome } from '../host.ts';
import { openFileIndex } from '../models/file-index.ts';
import { stampFile } from '../models/stamp-file.ts';
import { createEngineOwner } from './engine-owner.ts';
import { openLoadMarker } from './load-marker.ts';

const settings = { gpuLayers: 0, threads: 1, contextTokens: 512, mode: 'reproducible' } as const;
const decisions = parseRequest(
  '{"id":"d","state":"s","question":"q","options":[{"id":"a","description":""},{"id":"b","description":""}]}',
);

type Score = Scorer['score'];

/** An owner over models that are opened and scored by the test; what happened is written down. */
function openOwner(parts: { trial?: TrialOutcome; score?: Score; open?: () => Promise<void> } = {}) {
  const folder = temporaryFolder();
  const path = join(folder, 'a.gguf');
  copyFileSync(tinyPaths.llama, path);
  const events: string[] = [];
  const tryModel = vi.fn<Host['tryModel']>(async () => parts.trial ?? { outcome: 'fine' });
  const open: typeof openScorer = async (request) => {
    await parts.open?.();
    events.push('open');
    const { modelPath } = request;
    return {
      model: {
        file: modelPath,
        sha256: 'a'.repeat(64),
        bytes: 1,
        repository: null,
        revision: null,
        architecture: 'llama',
        quantization: 'F32',
        vocab_size: 1,
        gpu_layers: 0,
        threads: 1,
        context_tokens: 512,
        engine: 'none',
        engine_version: '0',
      },
      engine: {
        backend: 'cpu',
        device: 'none',
        gpuLayersOffloaded: 0,
        layersTotal: 1,
        threads: 1,
        contextTokens: 512,
        flashAttention: false,
        engineVersion: '0',
      },
      loadSeconds: 0,
      score: parts.score ?? (async () => []),
      prompt: () => Promise.reject(new Error('not asked for')),
      dispose: async () => void events.push('dispose'),
    };
  };
  const fileIndex = openFileIndex(folder);
  const marker = openLoadMarker(folder);
  let time = 0;
  const owner = createEngineOwner({ tryModel, fileIndex, open, marker, now: () => new Date(time) });
  const wait = (ms: number) => {
    time += ms;
  };
  owner.onChange((state) => events.push(state.status));
  const load = (signal = new AbortController().signal) =>
    owner.load(path, settings, { job: 'j', signal, onProgress: () => undefined });
  const score = (signal?: AbortSignal) =>
    owner.score(decisions, (defaults) => defaults, { maxPromptTokens: 512, ...(signal ? { signal } : {}) });
  return { owner, path, folder, events, tryModel, fileIndex, load, score, wait };
}

it('loads, tells its state, and disposes before it loads anew', async () => {
  const { owner, events, load } = openOwner();
  await load();
  expect(owner.state()).toMatchObject({ status: 'ready', scoring: false, chat_template: 'one' });
  await load();
  await owner.close();
  expect(events).toEqual(['loading', 'open', 'ready', 'loading', 'dispose', 'open', 'ready', 'dispose', 'empty']);
});

it('starts a small model with option texts', async () => {
  const { owner, load } = openOwner();
  await load();
  expect(owner.state()).toMatchObject({ defaults: { readout: 'texts', temperature: 2 } });
});

it('tries a file once, and again when it changed', async () => {
  const { path, tryModel, load } = openOwner();
  await load();
  await load();
  expect(tryModel).toHaveBeenCalledTimes(1);
  copyFileSync(tinyPaths.noTemplate, path);
  await load();
  expect(tryModel).toHaveBeenCalledTimes(2);
});

it('keeps a damaged file away from the engine', async () => {
  const { owner, path, events, load } = openOwner({ trial: { outcome: 'damaged', reason: 'SIGSEGV' } });
  await expect(load()).rejects.toMatchObject({ code: 'MODEL_UNREADABLE' });
  expect(owner.state()).toMatchObject({ status: 'failed', path, fault: { code: 'MODEL_UNREADABLE' } });
  expect(events).not.toContain('open');
});

it('never calls a file damaged because its trial could not run, and tries it again next time', async () => {
  const { tryModel, load } = openOwner();
  tryModel.mockResolvedValueOnce({ outcome: 'could-not-run', reason: 'no memory' });
  await expect(load()).rejects.toMatchObject({ code: 'ENGINE_FAILED', message: expect.stringContaining('no memory') });
  tryModel.mockRejectedValueOnce(new Error('spawn failed'));
  await expect(load()).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
  await load();
  expect(tryModel).toHaveBeenCalledTimes(3);
});

it('keeps what was loaded when the next load is cancelled before it began', async () => {
  const { owner, path, tryModel, load, events, score } = openOwner();
  await load();
  const cancel = new AbortController();
  copyFileSync(tinyPaths.noTemplate, path);
  tryModel.mockImplementationOnce(async () => {
    cancel.abort();
    return { outcome: 'fine' };
  });
  await expect(load(cancel.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(events).not.toContain('dispose');
  expect(owner.state()).toMatchObject({ status: 'ready' });
  // The file under it is another one now, and that is told before the engine reads from it.
  await expect(score()).rejects.toMatchObject({ code: 'MODEL_MISSING' });
});

it('scores one request at a time, in order', async () => {
  const ends: (() => void)[] = [];
  const started: number[] = [];
  const { owner, load, score } = openOwner({
    score: () =>
      new Promise((resolve) => {
        started.push(started.length);
        ends.push(() => resolve([]));
      }),
  });
  await load();
  const first = score();
  const second = score();
  await vi.waitFor(() => expect(started).toEqual([0]));
  expect(owner.state()).toMatchObject({ scoring: true });
  const unloaded = owner.unload();
  ends[0]?.();
  await first;
  await vi.waitFor(() => expect(started).toEqual([0, 1]));
  ends[1]?.();
  await second;
  await unloaded;
  expect(owner.state()).toEqual({ status: 'empty' });
});

it('skips a request that was cancelled while it waited', async () => {
  const scored = vi.fn<Score>(async () => []);
  const { load, score } = openOwner({ score: scored });
  await load();
  const cancel = new AbortController();
  const running = score();
  const waiting = score(cancel.signal);
  cancel.abort();
  await running;
  await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(scored).toHaveBeenCalledTimes(1);
});

it('keeps the model after a bad request, and gives it up when the engine died', async () => {
  const scored = vi.fn<Score>(async () => []);
  const { owner, path, events, load, score } = openOwner({ score: scored });
  await load();
  scored.mockRejectedValueOnce(new Fault('TOO_MANY_TOKENS', 'Too long.', 'Shorten it.'));
  await expect(score()).rejects.toMatchObject({ code: 'TOO_MANY_TOKENS' });
  expect(owner.state()).toMatchObject({ status: 'ready', scoring: false });
  scored.mockRejectedValueOnce(new Fault('OUT_OF_MEMORY', 'Full.', 'Use less.'));
  await expect(score()).rejects.toMatchObject({ code: 'OUT_OF_MEMORY' });
  expect(owner.state()).toMatchObject({ status: 'failed', path, fault: { code: 'OUT_OF_MEMORY' } });
  expect(events.filter((event) => event === 'dispose')).toHaveLength(1);
  await load();
  await expect(score()).resolves.toEqual([]);
});

it('says what is missing: no file, no model', async () => {
  const { path, load, score } = openOwner();
  await expect(score()).rejects.toMatchObject({ code: 'NO_MODEL' });
  rmSync(path);
  await expect(load()).rejects.toMatchObject({ code: 'MODEL_MISSING' });
});

it('closes: cancels what runs, refuses what waits and what comes, disposes last', async () => {
  const { owner, events, load, score } = openOwner({
    score: (_, __, { signal }) =>
      new Promise((_, reject) => {
        const end = () => reject(new Fault('CANCELLED', 'Stopped.', 'Again.'));
        signal?.addEventListener('abort', end);
      }),
  });
  await load();
  const running = score();
  const waiting = score();
  const refusals = Promise.all(
    [running, waiting].map((work) => expect(work).rejects.toMatchObject({ code: 'CANCELLED' })),
  );
  await vi.waitFor(() => expect(owner.state()).toMatchObject({ scoring: true }));
  await owner.close();
  await refusals;
  await expect(score()).rejects.toMatchObject({ code: 'CANCELLED' });
  await expect(load()).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(events.slice(-2)).toEqual(['dispose', 'empty']);
});

it('remembers a file that ended the process which tried it, until it is tried again or replaced', async () => {
  const { path, tryModel, fileIndex, load } = openOwner();
  tryModel.mockResolvedValueOnce({ outcome: 'damaged', reason: 'The engine crashed on it (SIGSEGV).' });
  await expect(load()).rejects.toMatchObject({ code: 'MODEL_UNREADABLE' });
  const again = expect.stringMatching(/not loaded\. The engine crashed on it \(SIGSEGV\)/);
  await expect(load()).rejects.toMatchObject({ code: 'MODEL_UNREADABLE', message: again });
  expect(tryModel).toHaveBeenCalledTimes(1);
  const stamp = await stampFile(path);
  if (stamp === null) throw new Error('the file is there');
  expect(await fileIndex.look(path, stamp)).toMatchObject({ crash: { reason: expect.any(String) }, tried: false });
  await fileIndex.remember(path, stamp, { crash: null });
  await load();
  expect(tryModel).toHaveBeenCalledTimes(2);
});

it('says on disk what it loads while native code has it, and takes that back when loading failed', async () => {
  const seen: string[][] = [];
  const parts: { folder: string; fails: boolean } = { folder: '', fails: true };
  const opened = openOwner({
    open: async () => {
      seen.push(readdirSync(parts.folder).filter((name) => name.startsWith('loading-')));
      if (parts.fails) throw new Fault('OUT_OF_MEMORY', 'Full.', 'Use less.');
    },
  });
  parts.folder = opened.folder;
  await expect(opened.load()).rejects.toMatchObject({ code: 'OUT_OF_MEMORY' });
  parts.fails = false;
  await opened.load();
  expect(seen).toEqual([[`loading-${process.pid}.json`], [`loading-${process.pid}.json`]]);
  expect(readdirSync(parts.folder).filter((name) => name.startsWith('loading-'))).toEqual([]);
});

it('is set aside when it was not used since, says why, and is loaded again by the next score', async () => {
  const { owner, path, events, load, score, wait } = openOwner();
  await load();
  wait(1000);
  await score();
  expect(await owner.setAside('idle', 999)).toBe(false);
  expect(owner.state()).toMatchObject({ status: 'ready' });
  wait(1000);
  expect(await owner.setAside('idle', 1000)).toBe(true);
  const at = new Date(2000).toISOString();
  expect(owner.state()).toEqual({ status: 'empty', unloaded: { path, reason: 'idle', at } });
  expect(events.at(-2)).toBe('dispose');
  expect(await score()).toEqual([]);
  expect(owner.state()).toMatchObject({ status: 'ready', path });
  // What a person unloads stays unloaded.
  await owner.unload();
  await expect(score()).rejects.toMatchObject({ code: 'NO_MODEL' });
});
