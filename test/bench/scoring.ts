import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { getLlama, LlamaLogLevel, TokenBias } from 'node-llama-cpp';
import type { ScoringSettings } from '../../adapter/configuration/scoring-settings.ts';
import type { Decision } from '../../adapter/decision/decision.ts';
import { loadEngine } from '../../adapter/engine/load-engine.ts';
import { createWalker } from '../../adapter/engine/walker.ts';
import { chooseReferences } from '../../adapter/readout/choose-references.ts';
import { readSlots } from '../../adapter/readout/read-slots.ts';
import { openScorer } from '../../adapter/score/open-scorer.ts';
import { longEvidence, manyOptions, sampleDecision } from '../../fixtures/models/sample-decisions.ts';
import { llamaWithVocabulary } from '../../fixtures/models/tiny-models.ts';
import { median } from '../stand-ins/median.ts';

interface Figure {
  name: string;
  value: number;
  unit: string;
  limit?: number;
}

const modelPath = join(process.cwd(), '.cache/models/SmolLM2-135M-Instruct.Q4_1.gguf');
const engineSettings = { gpuLayers: 0, threads: null, contextTokens: 4096, mode: 'reproducible' } as const;
const settings: ScoringSettings = {
  readout: 'letters',
  prompt_version: 'direct-options-v2',
  template: 'file',
  order: 'as-given',
  temperature: 1,
};
const budget = { maxPromptTokens: 4096 };
const rounds = 9;
/** The readout of a 150,000-token vocabulary may keep the main thread this long, in ms. */
const readoutLimit = 5;
const largeVocabulary = 150_000;
/** Nothing of ours may block the event loop for longer, in ms. */
const blockLimit = 50;

/** The scorer against the engine alone, questions on one evidence against each alone, and the main thread. */
export async function run(): Promise<Figure[]> {
  return [...(await againstTheEngine()), ...(await eightQuestions()), await readoutOnTheMainThread()];
}

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};

/** Evidence that shares no beginning with that of another round. */
function decisionOf(round: number, words: number): Decision {
  return sampleDecision({ state: `Case ${round * 131}. ${longEvidence(words)}` });
}

/** One decision against the engine's own evaluation of the same tokens in the same chunks, with a plain readout. */
async function againstTheEngine(): Promise<Figure[]> {
  const loading = monitorEventLoopDelay({ resolution: 1 });
  loading.enable();
  const scorer = await openScorer({ modelPath, settings: engineSettings });
  loading.disable();
  const llama = await getLlama({ gpu: false, build: 'never', skipDownload: true, logLevel: LlamaLogLevel.error });
  const model = await llama.loadModel({ modelPath });
  const context = await model.createContext({
    contextSize: 4097,
    batchSize: 512,
    sequences: 1,
    flashAttention: false,
    threads: scorer.engine.threads,
  });
  const sequence = context.getSequence();
  const ratios: number[] = [];
  let longestBlock = 0;
  let length = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const decision = decisionOf(round, 150);
      const { prompt, tokens } = await scorer.prompt(decision, settings);
      const ids = model.tokenize(prompt.text, true);
      if (ids.some((id, index) => id !== tokens[index]?.id)) throw new Error('The engine tokenises otherwise');
      length = ids.length;
      let shared = 0;
      const ours = async () => {
        const delay = monitorEventLoopDelay({ resolution: 1 });
        delay.enable();
        const spent = await seconds(async () => {
          const [result] = await scorer.score([decision], settings, budget);
          shared = result?.timing.prefix_tokens ?? 0;
        });
        delay.disable();
        longestBlock = Math.max(longestBlock, delay.max / 1e6);
        return spent;
      };
      const theirs = async (border: number) => {
        await sequence.clearHistory();
        const bias = new TokenBias(model.tokenizer);
        return await seconds(async () => {
          await sequence.evaluateWithoutGeneratingNewTokens(ids.slice(0, border));
          await sequence.evaluateWithoutGeneratingNewTokens(ids.slice(border, -1));
          const last = ids.at(-1);
          if (last === undefined) throw new Error('No tokens');
          const options = { temperature: 1, topP: 1, minP: 0, topK: 4096, tokenBias: bias };
          await sequence.controlledEvaluate([[last, { generateNext: { probabilities: true, options } }]]);
        });
      };
      if (round % 2 === 0) {
        const mine = await ours();
        ratios.push(mine / (await theirs(shared)));
      } else {
        const { length: prefix } = model.tokenize(prompt.text.slice(0, prompt.sharedEnd), true);
        const peer = await theirs(prefix - 1);
        ratios.push((await ours()) / peer);
      }
    }
  } finally {
    await scorer.dispose();
    await sequence.dispose();
    await context.dispose();
    await model.dispose();
    await llama.dispose();
  }
  return [
    { name: `decision of ${length} tokens: ours / engine alone`, value: median(ratios), unit: 'ratio', limit: 1.05 },
    { name: 'longest block of the event loop while scoring', value: longestBlock, unit: 'ms', limit: blockLimit },
    { name: 'longest block of the event loop while loading (the engine’s own)', value: loading.max / 1e6, unit: 'ms' },
  ];
}

/** Eight questions on a state of 1,500 tokens, against each alone; two are scored alone and stand for all eight. */
async function eightQuestions(): Promise<Figure[]> {
  const scorer = await openScorer({ modelPath, settings: engineSettings });
  try {
    const state = (round: number) => `Case ${round}. ${longEvidence(1150)}`;
    const questions = (round: number) =>
      Array.from({ length: 8 }, (_, index) =>
        sampleDecision({ state: state(round), question: `Which is number ${index}?`, options: manyOptions(4) }),
      );
    const alone = [];
    for (const round of [1, 2]) {
      const [first] = questions(round);
      if (first !== undefined) alone.push(await seconds(() => scorer.score([first], settings, budget)));
    }
    const together = await seconds(() => scorer.score(questions(3), settings, budget));
    const each = alone.reduce((a, b) => a + b, 0) / alone.length;
    const { tokens } = await scorer.prompt(sampleDecision({ state: state(3) }), settings);
    return [
      {
        name: `eight questions on one state (${tokens.length} tokens): together / one by one`,
        value: together / (8 * each),
        unit: 'ratio',
        limit: 0.3,
      },
    ];
  } finally {
    await scorer.dispose();
  }
}

/** Time of the main thread that one readout takes, the engine's copying of probabilities included. */
async function readoutOnTheMainThread(): Promise<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-scoring-'));
  try {
    const path = join(folder, 'large-vocabulary.gguf');
    await writeFile(path, llamaWithVocabulary(largeVocabulary));
    const engine = await loadEngine({ modelPath: path, settings: engineSettings });
    try {
      const walker = createWalker(engine);
      const tokens = engine.vocabulary.tokenise('The answer is', false);
      const references = await chooseReferences(walker, [tokens]);
      const last = tokens.at(-1) ?? 0;
      const slots = [...'ABCDEFGHIJ'].flatMap((letter) => engine.vocabulary.tokenise(letter, false));
      const walk = { tokens, borders: [tokens.length - 1] };
      const active: number[] = [];
      for (let round = 0; round < rounds * 3; round += 1) {
        await walker.walk(walk);
        const before = performance.eventLoopUtilization();
        await readSlots(
          async (request) => {
            const [shares] = await walker.branch(walk, () => engine.readLargest([last], [request]));
            if (shares === undefined) throw new Error('Nothing was read');
            return shares;
          },
          slots,
          references,
          engine.vocabulary.size,
        );
        active.push(performance.eventLoopUtilization(before).active);
      }
      return {
        name: `main thread of a readout, ${engine.vocabulary.size} tokens`,
        value: median(active),
        unit: 'ms',
        limit: readoutLimit,
      };
    } finally {
      await engine.dispose();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
