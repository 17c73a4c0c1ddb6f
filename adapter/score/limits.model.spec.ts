import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { starterIsHere, starterPath, tinyPaths } from '../../fixtures/models/model-files.ts';
import { longEvidence, manyOptions, sampleDecision } from '../../fixtures/models/sample-decisions.ts';
import { defaultSettings } from '../configuration/default-settings.ts';
import type { Decision } from '../decision/decision.ts';
import { openScorer } from './open-scorer.ts';
import type { Scorer } from './scorer.ts';

const engineSettings = { gpuLayers: 0, threads: 1, contextTokens: 12_000, mode: 'reproducible' } as const;
const letters = defaultSettings.letters;
const plenty = { maxPromptTokens: 12_000 };

describe('limits on a tiny model', () => {
  let scorer: Scorer;
  beforeAll(async () => {
    scorer = await openScorer({ modelPath: tinyPaths.llama, settings: engineSettings });
  });
  afterAll(async () => await scorer.dispose());

  test.each([2, 16, 17, 26, 64, 128, 255])('%i options, one prompt evaluation', async (count) => {
    let last = { tokensDone: 0, tokensTotal: 0 };
    const decision = sampleDecision({ state: `Count ${count}.`, options: manyOptions(count) });
    const [result] = await scorer.score([decision], letters, {
      ...plenty,
      onProgress: (progress) => (last = progress),
    });
    if (result === undefined) throw new Error('no result');
    expect(result.probabilities).toHaveLength(count);
    expect(result.probabilities.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
    expect(new Set(result.answer_token_ids.flat()).size).toBe(count);
    expect(result?.prompt_version).toBe(count <= 16 ? 'direct-options-v1' : 'direct-options-v2');
    expect(last.tokensDone).toBe(result?.input_tokens);
    expect(last.tokensTotal).toBe(result?.input_tokens);
  });

  test('256 options are refused, and 17 by version 1', async () => {
    await expect(scorer.score([sampleDecision({ options: manyOptions(256) })], letters, plenty)).rejects.toMatchObject({
      code: 'TOO_MANY_OPTIONS',
    });
    const pinned = { ...letters, prompt_version: 'direct-options-v1' as const };
    await expect(scorer.score([sampleDecision({ options: manyOptions(17) })], pinned, plenty)).rejects.toMatchObject({
      code: 'TOO_MANY_OPTIONS',
      next: expect.stringContaining('direct-options-v2'),
    });
  });

  test('labels that are two tokens are passed over', async () => {
    // the vocabulary has AA to LZ as tokens, so 26 + 312 labels
    const { slots } = await scorer.prompt(sampleDecision({ options: manyOptions(255) }), letters);
    expect(slots.slice(0, 28)).toEqual([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'AA', 'AB']);
    expect(slots.at(-1)).toBe('IU');
  });

  test('too many tokens are refused with both numbers, and nothing is evaluated', async () => {
    for (const settings of [letters, defaultSettings.texts]) {
      const decision = sampleDecision({ state: longEvidence(200) });
      const [result] = await scorer.score([decision], settings, plenty);
      const needed = result?.input_tokens ?? 0;
      const progress: unknown[] = [];
      const score = (maxPromptTokens: number) =>
        scorer.score([sampleDecision(), decision], settings, { maxPromptTokens, onProgress: (p) => progress.push(p) });
      await expect(score(needed - 1)).rejects.toMatchObject({
        code: 'TOO_MANY_TOKENS',
        message: `The decision needs ${needed.toLocaleString('en-US')} tokens and the budget is ${(needed - 1).toLocaleString('en-US')}.`,
      });
      expect(progress).toEqual([]);
      expect((await score(needed))[1]?.option_logits).toEqual(result?.option_logits);
    }
  });

  test('a request’s budget counts what its decisions share once, and nothing is evaluated beyond it', async () => {
    for (const settings of [letters, defaultSettings.texts]) {
      const ask = (question: string, words: number) => sampleDecision({ question, state: longEvidence(words) });
      const tokens = async (decision: Decision) =>
        (await scorer.score([decision], settings, plenty))[0]?.input_tokens ?? 0;
      const [first, second, other] = [ask('Which?', 200), ask('What?', 200), ask('Which?', 150)];
      const fits = async (decisions: Decision[], maxRequestTokens: number) => {
        const progress: unknown[] = [];
        const options = { ...plenty, maxRequestTokens, onProgress: (p: unknown) => progress.push(p) };
        return await scorer.score(decisions, settings, options).then(
          () => true,
          (error) => {
            expect(error).toMatchObject({
              code: 'TOO_MANY_TOKENS',
              message: expect.stringContaining('The request needs'),
            });
            expect(progress).toEqual([]);
            return false;
          },
        );
      };
      const apart = (await tokens(first)) + (await tokens(other));
      expect(await fits([first, other], apart)).toBe(true);
      expect(await fits([first, other], apart - 1)).toBe(false);
      const shared = (await tokens(first)) + (await tokens(second));
      expect(await fits([first, second], Math.round(shared * 0.65))).toBe(true);
      expect(await fits([first, second], await tokens(first))).toBe(false);
    }
  });

  test('a prompt of exactly the context size fits, and one token more is refused', async () => {
    const small = await openScorer({
      modelPath: tinyPaths.hybrid,
      settings: { ...engineSettings, contextTokens: 512 },
    });
    try {
      const fits = async (words: number) => {
        const decision = sampleDecision({ state: `${'a'.repeat(words)}` });
        return await small.score([decision], letters, plenty).then(
          ([result]) => result?.input_tokens ?? 0,
          (error) => (error.code === 'TOO_MANY_TOKENS' ? null : Promise.reject(error)),
        );
      };
      let most = 0;
      for (let length = 1; length < 1000; length++) {
        const tokens = await fits(length);
        if (tokens === null) break;
        most = tokens;
      }
      expect(most).toBe(512);
    } finally {
      await small.dispose();
    }
  });

  test('a megabyte of evidence is refused without blocking the event loop', async () => {
    // turns of the loop, and not time, which a busy machine stretches; the benchmark measures the time
    let turns = 0;
    let scoring = true;
    const count = () => {
      turns += 1;
      if (scoring) setImmediate(count);
    };
    setImmediate(count);
    const state = longEvidence(200_000);
    await expect(scorer.score([sampleDecision({ state })], letters, plenty)).rejects.toMatchObject({
      code: 'TOO_MANY_TOKENS',
    });
    scoring = false;
    // one for each 40,000 characters
    expect(state.length).toBeGreaterThan(1_000_000);
    expect(turns).toBeGreaterThan(25);
  });

  test('a second call while one runs is refused', async () => {
    const running = scorer.score([sampleDecision()], letters, plenty);
    await expect(scorer.score([sampleDecision()], letters, plenty)).rejects.toMatchObject({ code: 'CONFLICT' });
    await running;
  });

  test('rotations give the mean over all orders', async () => {
    const [result] = await scorer.score([sampleDecision()], { ...letters, order: 'rotations' }, plenty);
    expect(result?.x_orders?.map(({ option_ids }) => option_ids)).toEqual([
      ['account_access', 'billing', 'sales'],
      ['billing', 'sales', 'account_access'],
      ['sales', 'account_access', 'billing'],
    ]);
    for (const [option, probability] of (result?.probabilities ?? []).entries()) {
      const each = result?.x_orders?.map(({ probabilities }) => probabilities[option] ?? Number.NaN) ?? [];
      expect(probability).toBeCloseTo(each.reduce((a, b) => a + b, 0) / 3, 12);
      expect(result?.x_order_spread).toBeGreaterThanOrEqual(Math.max(...each) - Math.min(...each));
    }
  });

  test('memory does not grow with the number of scores', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    const rounds = async (from: number, count: number) => {
      for (let round = from; round < from + count; round++) {
        const decision = sampleDecision({ state: `Case ${round % 50}. ${longEvidence(20)}` });
        await scorer.score([decision], round % 2 === 0 ? letters : defaultSettings.texts, plenty);
      }
      collectGarbage();
      return process.memoryUsage().rss;
    };
    const step = 20;
    const sizes: number[] = [];
    await rounds(0, 200);
    for (let at = 0; at < 20; at++) sizes.push(await rounds(at * step, step));
    // what a leak of one softmax a score would show: 1,188 entries × 12 bytes = 14 kB
    expect(slope(sizes.slice(sizes.length / 2)) / step).toBeLessThan(10e3);
    expect((sizes.at(-1) ?? 0) - (sizes[0] ?? 0)).toBeLessThan(400 * 14e3);
  });
});

/** Slope of the least-squares line through values at 0, 1, 2… */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  const above = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0);
  return above / values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
}

describe('templates', () => {
  test('a file without one: letters ask for one, a built-in one and texts work', async () => {
    const scorer = await openScorer({ modelPath: tinyPaths.noTemplate, settings: engineSettings });
    try {
      await expect(scorer.score([sampleDecision()], letters, plenty)).rejects.toMatchObject({
        code: 'NO_CHAT_TEMPLATE',
      });
      const [byChoice] = await scorer.score([sampleDecision()], { ...letters, template: 'builtin:mistral' }, plenty);
      const [texts] = await scorer.score([sampleDecision()], defaultSettings.texts, plenty);
      expect(texts?.x_readout).toBe('texts');
      expect(byChoice?.configuration_sha256).not.toBe(texts?.configuration_sha256);
    } finally {
      await scorer.dispose();
    }
  });
});

describe.skipIf(!starterIsHere())('limits on the starter', () => {
  test('255 options with three words each fit the default budget', async () => {
    const scorer = await openScorer({ modelPath: starterPath, settings: { ...engineSettings, contextTokens: 4096 } });
    try {
      const decision = sampleDecision({ options: manyOptions(255) });
      const report = await scorer.prompt(decision, letters);
      expect(report.slots).toHaveLength(255);
      expect(report.tokens.length).toBeLessThanOrEqual(4096);
    } finally {
      await scorer.dispose();
    }
  });
});

describe('loading', () => {
  test('a missing file and a cancel are faults', async () => {
    await expect(openScorer({ modelPath: '/nowhere.gguf', settings: engineSettings })).rejects.toMatchObject({
      code: 'MODEL_MISSING',
    });
    const cancelled = openScorer({ modelPath: tinyPaths.llama, settings: engineSettings, signal: AbortSignal.abort() });
    await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  test.each([
    ['an architecture that the engine does not know', 'MODEL_UNSUPPORTED', 'llama', 'lxama'],
    ['a tokeniser that it does not know', 'MODEL_UNSUPPORTED', 'gpt-2', 'gpt-9'],
    ['a tensor too few', 'MODEL_UNREADABLE', 'blk.1.ffn_up', 'blk.1.ffn_xx'],
    ['sizes that do not fit together', 'MODEL_UNREADABLE', 'head_count\x04\0\0\0\x04', 'head_count\x04\0\0\0\x08'],
  ])('%s', async (_, code, pattern, replacement) => {
    const folder = await mkdtemp(join(tmpdir(), 'open-scorer-'));
    try {
      const modelPath = join(folder, 'changed.gguf');
      const text = (await readFile(tinyPaths.llama)).toString('latin1');
      const changed = text.replaceAll(pattern, replacement);
      expect(changed).not.toBe(text);
      await writeFile(modelPath, Buffer.from(changed, 'latin1'));
      // a second time too: the engine's reasons must not go to standard output instead
      for (let attempt = 0; attempt < 2; attempt++) {
        const opened = openScorer({ modelPath, settings: engineSettings });
        await expect(opened).rejects.toMatchObject({ code, message: expect.stringContaining('changed.gguf') });
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('weights that are no numbers fail the self-test', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'open-scorer-'));
    try {
      const modelPath = join(folder, 'nan.gguf');
      const bytes = await readFile(tinyPaths.llama);
      await writeFile(modelPath, bytes.fill(0xff, bytes.length - 20_000));
      const opened = openScorer({ modelPath, settings: engineSettings });
      await expect(opened).rejects.toMatchObject({ code: 'SELF_TEST_FAILED' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('more threads than the machine has are as many as it has', async () => {
    const scorer = await openScorer({
      modelPath: tinyPaths.llama,
      settings: { ...engineSettings, threads: 1_000_000 },
    });
    try {
      expect(scorer.engine.threads).toBe(availableParallelism());
      const [result] = await scorer.score([sampleDecision()], letters, plenty);
      expect(result?.model.threads).toBe(availableParallelism());
    } finally {
      await scorer.dispose();
    }
  });

  test('progress ends at 1 and says what was really used', async () => {
    const fractions: number[] = [];
    const scorer = await openScorer({
      modelPath: tinyPaths.slidingWindow,
      settings: { ...engineSettings, contextTokens: 100_000, gpuLayers: 0 },
      onProgress: (fraction) => fractions.push(fraction),
    });
    try {
      expect(fractions.at(-1)).toBe(1);
      expect([...fractions].sort((a, b) => a - b)).toEqual(fractions);
      // no more than the model was trained for
      expect(scorer.engine.contextTokens).toBe(16_384);
      expect(scorer.engine).toMatchObject({ backend: 'cpu', gpuLayersOffloaded: 0, threads: 1, flashAttention: false });
      expect(scorer.model).toMatchObject({
        architecture: 'gemma3',
        engine: 'node-llama-cpp',
        engine_version: '3.21.1',
      });
    } finally {
      await scorer.dispose();
    }
  });
});
