import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Mode, ScoringSettings } from '../../adapter/configuration/scoring-settings.ts';
import type { Decision } from '../../adapter/decision/decision.ts';
import { openScorer } from '../../adapter/score/open-scorer.ts';
import { buildLlamaServer } from '../../scripts/build-llama-server.mjs';
import { freePort } from '../stand-ins/free-port.ts';
import { median } from '../stand-ins/median.ts';

const rounds = 9;
const modelPath = join(process.cwd(), '.cache/models/SmolLM2-135M-Instruct.Q4_1.gguf');
const settings: ScoringSettings = {
  readout: 'letters',
  prompt_version: 'direct-options-v2',
  template: 'file',
  order: 'as-given',
  temperature: 1,
};
/** Largest ratio of our time to the server's, by mode; the last token alone costs the reproducible mode a little. */
const limits: Record<Mode, number> = { reproducible: 1.15, fast: 1.05 };
/** The same against a server that is not told the slots and returns so many tokens that they are among them. */
const wideLimit = 1;
/** Tokens of the model's vocabulary. */
const everything = 49_152;

/**
 * One decision against the engine's own llama-server: the same model, the same token ids, the same attention and
 * threads. The server returns the slots' probabilities because they are biased, or because it returns as many of the
 * likeliest tokens as it takes. Neither reuses a prompt.
 */
export async function run() {
  const built = await buildLlamaServer(process.cwd(), console.error);
  if ('reason' in built) {
    console.error(built.reason);
    return [];
  }
  const figures = [];
  for (const mode of ['reproducible', 'fast'] as const)
    for (const sentences of [4, 30]) {
      const { biased, wide, width, ours, tokens } = await measure(built.program, mode, sentences);
      const name = `decision of ${tokens} tokens, ${mode}: ours / llama-server`;
      figures.push({ name: `${name}, slots biased`, value: biased, unit: 'ratio', limit: limits[mode] });
      figures.push({ name: `${name}, n_probs ${width}`, value: wide, unit: 'ratio', limit: wideLimit });
      figures.push({ name: `decision of ${tokens} tokens, ${mode}: ours`, value: ours, unit: 's' });
    }
  return figures;
}

async function measure(program: string, mode: Mode, sentences: number) {
  const scorer = await openScorer({
    modelPath,
    // one thread each: several that wait for each other measure what else the machine does
    settings: { gpuLayers: 0, threads: 1, contextTokens: 4096, mode },
  });
  const server = await startServer(program, mode, scorer.engine.threads);
  try {
    const biased: number[] = [];
    const wide: number[] = [];
    const times: number[] = [];
    let tokens = 0;
    const [warm] = await scorer.score([decisionOf(rounds, sentences)], settings, { maxPromptTokens: 4096 });
    const slots = warm?.answer_token_ids.flat() ?? [];
    let width = 1;
    for (let round = 0; round < rounds; round += 1) {
      const { tokens } = await scorer.prompt(decisionOf(round, sentences), settings);
      width = Math.max(
        width,
        await server.widthOf(
          tokens.map(({ id }) => id),
          slots,
        ),
      );
    }
    for (let round = 0; round < rounds; round += 1) {
      const decision = decisionOf(round, sentences);
      const report = await scorer.prompt(decision, settings);
      const ids = report.tokens.map(({ id }) => id);
      tokens = ids.length;
      const ours = async () => {
        const began = performance.now();
        await scorer.score([decision], settings, { maxPromptTokens: 4096 });
        return (performance.now() - began) / 1000;
      };
      // who goes first changes, so that a machine that grows busy or warm favours neither
      const peers = async () => [await server.biased(ids, slots), await server.wide(ids, width)] as const;
      const before = round % 2 === 0 ? await peers() : null;
      const seconds = await ours();
      const [ofBiased, ofWide] = before ?? (await peers());
      biased.push(seconds / ofBiased);
      wide.push(seconds / ofWide);
      times.push(seconds);
    }
    return { biased: median(biased), wide: median(wide), width, ours: median(times), tokens };
  } finally {
    await server.stop();
    await scorer.dispose();
  }
}

/** Evidence that shares no beginning with that of another round. */
function decisionOf(round: number, sentences: number): Decision {
  const text = Array.from(
    { length: sentences },
    (_, index) => `Case ${round * 131 + index * 7}: the customer waits for parcel ${index + round} and asks for help.`,
  ).join(' ');
  return {
    id: `round-${round}`,
    state: { kind: 'string', value: text },
    question: 'Which queue should handle this request?',
    kind: 'choice',
    options: [
      { id: 'access', description: 'Account access and authentication support.' },
      { id: 'billing', description: 'Billing and payment support.' },
      { id: 'shipping', description: 'Parcels and delivery.' },
    ],
  };
}

/** What is read of an answer. */
interface Completion {
  completion_probabilities?: { top_logprobs: { id: number }[] }[];
}

async function startServer(program: string, mode: Mode, threads: number) {
  const port = await freePort();
  const child = spawn(
    program,
    [
      ...['-m', modelPath, '--host', '127.0.0.1', '--port', String(port), '-c', '4096', '-np', '1', '-ngl', '0'],
      ...['-b', '512', '-ub', '512', '-t', String(threads), '-tb', String(threads)],
      ...['-fa', mode === 'fast' ? 'on' : 'off', '--cache-ram', '0', '--no-cache-prompt'],
    ],
    { stdio: 'ignore' },
  );
  const address = `http://127.0.0.1:${port}`;
  await healthy(child, address);
  const complete = async (own: object) => {
    const body = JSON.stringify({ n_predict: 1, samplers: [], cache_prompt: false, ...own });
    const began = performance.now();
    const response = await fetch(`${address}/completion`, { method: 'POST', body });
    const answer: Completion = await response.json();
    const seconds = (performance.now() - began) / 1000;
    if (!response.ok) throw new Error(`llama-server answered ${response.status}: ${JSON.stringify(answer)}`);
    return { seconds, likeliest: answer.completion_probabilities?.[0]?.top_logprobs ?? [] };
  };
  return {
    /** Seconds from request to answer. */
    biased: async (prompt: number[], slots: number[]): Promise<number> => {
      const logit_bias = slots.map((slot) => [slot, 50]);
      return (await complete({ prompt, n_probs: slots.length, logit_bias })).seconds;
    },
    /** The same when the likeliest tokens are returned as they are. */
    wide: async (prompt: number[], n_probs: number): Promise<number> => (await complete({ prompt, n_probs })).seconds,
    /** How many of the likeliest tokens it takes to have every slot. */
    widthOf: async (prompt: number[], slots: number[]): Promise<number> => {
      const { likeliest } = await complete({ prompt, n_probs: everything });
      const places = slots.map((slot) => likeliest.findIndex(({ id }) => id === slot));
      if (places.includes(-1)) throw new Error('llama-server returned no probability for a slot');
      return Math.max(...places) + 1;
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

async function healthy(child: ChildProcess, address: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`llama-server ended with ${child.exitCode}`);
    const answer = await fetch(`${address}/health`).catch(() => null);
    if (answer?.ok) return;
    await delay(100);
  }
  throw new Error('llama-server did not become healthy within 30 s');
}
