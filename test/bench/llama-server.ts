import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Mode, ScoringSettings } from '../../adapter/configuration/scoring-settings.ts';
import type { Decision } from '../../adapter/decision/decision.ts';
import { openScorer } from '../../adapter/score/open-scorer.ts';
import { buildLlamaServer } from '../../scripts/build-llama-server.mjs';
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

/**
 * One decision against the engine's own llama-server: the same model, the same token ids, the same attention and
 * threads; the server's slots are biased so that it returns their probabilities. Neither reuses a prompt.
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
      const { ratio, ours, tokens } = await measure(built.program, mode, sentences);
      const name = `decision of ${tokens} tokens, ${mode}: ours / llama-server`;
      figures.push({ name, value: ratio, unit: 'ratio', limit: limits[mode] });
      figures.push({ name: `decision of ${tokens} tokens, ${mode}: ours`, value: ours, unit: 's' });
    }
  return figures;
}

async function measure(program: string, mode: Mode, sentences: number) {
  const scorer = await openScorer({
    modelPath,
    settings: { gpuLayers: 0, threads: null, contextTokens: 4096, mode },
  });
  const server = await startServer(program, mode, scorer.engine.threads);
  try {
    const ratios: number[] = [];
    const times: number[] = [];
    let tokens = 0;
    const [warm] = await scorer.score([decisionOf(rounds, sentences)], settings, { maxPromptTokens: 4096 });
    const slots = warm?.answer_token_ids.flat() ?? [];
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
      const before = round % 2 === 0 ? await server.complete(ids, slots) : null;
      const seconds = await ours();
      const peer = before ?? (await server.complete(ids, slots));
      ratios.push(seconds / peer);
      times.push(seconds);
    }
    return { ratio: median(ratios), ours: median(times), tokens };
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
  return {
    /** Seconds from request to answer. */
    complete: async (prompt: number[], slots: number[]): Promise<number> => {
      const body = JSON.stringify({
        prompt,
        n_predict: 1,
        n_probs: slots.length,
        logit_bias: slots.map((slot) => [slot, 50]),
        samplers: [],
        cache_prompt: false,
      });
      const began = performance.now();
      const response = await fetch(`${address}/completion`, { method: 'POST', body });
      const answer: unknown = await response.json();
      const seconds = (performance.now() - began) / 1000;
      if (!response.ok) throw new Error(`llama-server answered ${response.status}: ${JSON.stringify(answer)}`);
      return seconds;
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

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
