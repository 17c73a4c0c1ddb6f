import { expect, it, vi } from 'vitest';
import { fakeEngine } from '../../test/stand-ins/fake-engine.ts';
import { makeRoomWhenIdle } from './watch-idle.ts';

const settings = { gpuLayers: 0, threads: 1, contextTokens: 512, mode: 'reproducible' } as const;

async function look(parts: { unusedMinutes: number; limit: number | null; freeShare?: number; scoring?: true }) {
  const engine = fakeEngine();
  const run = { job: 'j', signal: new AbortController().signal, onProgress: () => undefined };
  await engine.load('/a.gguf', settings, run);
  const ready = engine.state();
  if (parts.scoring && ready.status === 'ready') engine.state = () => ({ ...ready, scoring: true });
  const setAside = vi.spyOn(engine, 'setAside');
  await makeRoomWhenIdle({
    engine,
    minutes: () => parts.limit,
    freeShare: () => parts.freeShare ?? 0.5,
    now: () => new Date(parts.unusedMinutes * 60_000),
  });
  return setAside.mock.calls.map(([reason]) => reason);
}

it.each([
  ['used lately', { unusedMinutes: 59, limit: 60 }, []],
  ['unused for long', { unusedMinutes: 60, limit: 60 }, ['idle']],
  ['unused for long, and kept by choice', { unusedMinutes: 600, limit: null }, []],
  ['unused while memory is short', { unusedMinutes: 2, limit: 60, freeShare: 0.01 }, ['memory']],
  ['used this minute while memory is short', { unusedMinutes: 0.5, limit: 60, freeShare: 0.01 }, []],
  ['scoring for long', { unusedMinutes: 600, limit: 60, scoring: true as const }, []],
])('a model that is %s', async (_, parts, expected) => {
  expect(await look(parts)).toEqual(expected);
});
