import { expect, test } from 'vitest';
import { type Engine, maxCheckpoints } from './engine.ts';
import { createWalker } from './walker.ts';

/** An engine that only remembers its tokens and how they were cut into chunks. */
function fakeEngine(needsCheckpoints: boolean) {
  let held: number[] = [];
  const checkpoints = new Set<number>();
  const chunks: number[][] = [];
  let failNext = false;
  const unused = () => Promise.reject(new Error('not part of this test'));
  const engine: Engine = {
    report: {
      backend: 'cpu',
      device: 'fake',
      gpuLayersOffloaded: 0,
      layersTotal: 1,
      threads: 1,
      contextTokens: 100,
      flashAttention: false,
      engineVersion: '0',
    },
    vocabulary: {
      size: 10,
      bos: null,
      addBos: false,
      tokenise: () => [],
      text: () => '',
      isControl: () => false,
      endsGeneration: () => false,
      strips: () => ({ left: false, right: false }),
      all: () => [],
    },
    capacity: 100,
    batchTokens: 512,
    needsCheckpoints,
    recentErrors: () => [],
    async keep(length) {
      if (needsCheckpoints && !checkpoints.has(length)) throw new Error(`no checkpoint at ${length}`);
      held = held.slice(0, length);
    },
    async clear() {
      held = [];
      checkpoints.clear();
    },
    async checkpoint() {
      checkpoints.add(held.length);
      const [oldest = 0] = checkpoints;
      if (checkpoints.size > maxCheckpoints) checkpoints.delete(oldest);
    },
    async evaluate(tokens) {
      if (failNext) {
        failNext = false;
        held.push(...tokens.slice(0, 1));
        throw new Error('failed');
      }
      held.push(...tokens);
      chunks.push([...tokens]);
    },
    readGreedy: unused,
    readLargest: unused,
    dispose: async () => {},
  };
  return {
    engine,
    chunks,
    held: () => held,
    push: (token: number) => held.push(token),
    fail: () => {
      failNext = true;
    },
  };
}

const first = { tokens: [1, 2, 3, 4, 5, 6], borders: [3, 5] };
const second = { tokens: [1, 2, 3, 7, 8, 9], borders: [3, 5] };

test('evaluates chunk by chunk and reuses up to the last common border', async () => {
  const fake = fakeEngine(false);
  const walker = createWalker(fake.engine);
  expect(await walker.walk(first)).toBe(0);
  expect(await walker.walk(second)).toBe(3);
  expect(fake.chunks).toEqual([
    [1, 2, 3],
    [4, 5],
    [7, 8],
  ]);
  expect(fake.held()).toEqual([1, 2, 3, 7, 8]);
});

test('forgets what a reading evaluated', async () => {
  const fake = fakeEngine(false);
  const walker = createWalker(fake.engine);
  for (let reading = 0; reading < 2; reading++) {
    await walker.branch(first, async () => {
      expect(fake.held()).toEqual([1, 2, 3, 4, 5]);
      fake.push(6);
    });
  }
  expect(fake.chunks).toHaveLength(2);
});

test('with checkpoints goes back to one, or to the beginning', async () => {
  const fake = fakeEngine(true);
  const walker = createWalker(fake.engine);
  await walker.walk(first, { checkpointsAt: [3] });
  expect(await walker.walk(second)).toBe(3);
  await walker.walk(first);
  await walker.branch(first, async () => fake.push(6));
  // no checkpoint at 5, so the chunk before it is evaluated again
  await walker.branch(first, async () => expect(fake.held()).toEqual([1, 2, 3, 4, 5]));
  const bare = createWalker(fakeEngine(true).engine);
  await bare.walk(first);
  expect(await bare.walk(second)).toBe(0);
});

test('stays right after a failure in the middle of a chunk, and after a cancel', async () => {
  const fake = fakeEngine(false);
  const walker = createWalker(fake.engine);
  await walker.walk({ tokens: first.tokens, borders: [3] });
  fake.fail();
  await expect(walker.walk(first)).rejects.toThrow('failed');
  await walker.walk(first);
  expect(fake.held()).toEqual([1, 2, 3, 4, 5]);

  const controller = new AbortController();
  const cancelled = walker.walk(
    { tokens: [9, 9, 9, 9], borders: [1, 2, 3] },
    { signal: controller.signal, onTokens: (done) => done === 2 && controller.abort() },
  );
  await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(fake.held()).toEqual([9, 9]);
  expect(await walker.walk(first)).toBe(0);
  expect(fake.held()).toEqual([1, 2, 3, 4, 5]);
});

test('goes back to no checkpoint that the engine gave up', async () => {
  const { engine, held } = fakeEngine(true);
  const walker = createWalker(engine);
  const tokens = Array.from({ length: 3 * maxCheckpoints }, (_, index) => index);
  const borders = tokens.slice(1);
  await walker.walk({ tokens, borders }, { checkpointsAt: borders });
  const other = { tokens: [...tokens.slice(0, 4), 99, 98], borders: [1, 2, 3, 4, 5] };
  expect(await walker.walk(other, { checkpointsAt: borders })).toBe(0);
  expect(held()).toEqual(other.tokens.slice(0, 5));
});
