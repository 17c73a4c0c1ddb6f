// A process that loads a model as the app does, scores one decision that nearly fills the context, and says how much
// memory of its own that took.
import { parseRequest } from '../../adapter/decision/parse-request.ts';
import { disposeLibraries } from '../../adapter/engine/shared-library.ts';
import { asFault } from '../../adapter/fault.ts';
import { openScorer } from '../../adapter/score/open-scorer.ts';
import { nativeMemory } from '../../workbench/models/fit/native-memory.ts';

/** What it says, in bytes and tokens. */
export interface MeasuredMemory {
  loaded: number;
  scored: number;
  tokens: number;
}

const [modelPath, context] = process.argv.slice(2);
if (modelPath === undefined || context === undefined) process.exit(2);
const contextTokens = Number(context);
const decision = (words: number) =>
  parseRequest(
    JSON.stringify({
      id: 'd',
      state: Array.from({ length: words }, (_, index) => 'abcdefgh'[index % 8]).join(' '),
      question: 'Which?',
      options: [
        { id: 'one', description: '' },
        { id: 'two', description: '' },
      ],
    }),
  );
/** Of what JavaScript has thrown away nothing is counted. */
const measure = (): number => {
  globalThis.gc?.();
  return nativeMemory();
};
const before = measure();
const scorer = await openScorer({
  modelPath,
  modelSha256: '0'.repeat(64),
  settings: { gpuLayers: 0, threads: 1, contextTokens, mode: 'reproducible' },
});
const loaded = measure() - before;
const settings = {
  readout: 'texts',
  prompt_version: 'plain-text-v1',
  template: 'file',
  order: 'as-given',
  temperature: 1,
} as const;
// Texts become more or fewer tokens with each vocabulary: the longest that fits.
let tokens = 0;
for (let words = contextTokens; tokens === 0 && words > 8; words = Math.floor(words * 0.9)) {
  try {
    const [result] = await scorer.score(decision(words), settings, { maxPromptTokens: contextTokens });
    tokens = result?.input_tokens ?? 0;
  } catch (error) {
    if (asFault(error).code !== 'TOO_MANY_TOKENS') throw error;
  }
}
const scored = measure() - before;
const measured: MeasuredMemory = { loaded, scored, tokens };
process.stdout.write(JSON.stringify(measured));
await scorer.dispose();
await disposeLibraries();
process.exit(0);
