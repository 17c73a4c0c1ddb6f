import type {
  ControlledEvaluateInputItem,
  LlamaContextSequence,
  LlamaModel,
  SequenceEvaluateOptions,
} from 'node-llama-cpp';
import { Fault } from '../fault.ts';
import type { EngineReport } from '../score/scorer.ts';
import type { Engine, LargestRequest } from './engine.ts';
import { evaluationFault } from './engine-faults.ts';
import { modelVocabulary } from './model-vocabulary.ts';

type Library = typeof import('node-llama-cpp');

interface Parts {
  library: Library;
  model: LlamaModel;
  sequence: LlamaContextSequence;
  report: EngineReport;
  batchTokens: number;
  recentErrors: () => string[];
  dispose: () => Promise<void>;
}

/** Divisor of a reference token's logit: what is left of any finite logit is below the last bit of the level. */
const vanishing = 1e30;
/** Makes the logit of a reference without a ceiling positive whatever it was, so that it is divided and not multiplied. */
const aboveZero = 1000;

/** The engine port over one sequence of node-llama-cpp. */
export function sequenceEngine({
  library,
  model,
  sequence,
  report,
  batchTokens,
  recentErrors,
  dispose,
}: Parts): Engine {
  const vocabulary = modelVocabulary(model);
  const checkpoints = new Set<number>();

  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw evaluationFault(error, recentErrors());
    }
  };

  // The chain is bias, penalties, top-k, temperature. A penalty multiplies a logit that is not above zero and divides
  // any other, so a factor of 1e-30 or 1e30 wipes the reference's own logit out and the presence penalty sets its level.
  const samplerOptions = (request: LargestRequest): SequenceEvaluateOptions => {
    const bias = new library.TokenBias(model.tokenizer);
    for (const token of request.lifted) bias.set(vocabulary.known(token), { logit: request.lift });
    const { reference } = request;
    if (reference !== null)
      bias.set(vocabulary.known(reference.token), {
        logit: reference.certifyAtMost === null ? aboveZero : -reference.certifyAtMost,
      });
    return {
      temperature: 1,
      topP: 1,
      minP: 0,
      topK: Math.min(request.count, vocabulary.size),
      tokenBias: bias,
      ...(reference === null
        ? {}
        : {
            repeatPenalty: {
              punishTokens: [vocabulary.known(reference.token)],
              penalty: reference.certifyAtMost === null ? vanishing : 1 / vanishing,
              presencePenalty: -reference.level,
              frequencyPenalty: 0,
            },
          }),
    };
  };

  const readAll = <T>(
    items: ControlledEvaluateInputItem[],
    pick: (output: Awaited<ReturnType<LlamaContextSequence['controlledEvaluate']>>[number]) => T | undefined,
  ): Promise<T[]> =>
    guarded(async () => {
      const outputs = await sequence.controlledEvaluate(items);
      return items.map((_, index) => {
        const value = pick(outputs[index]);
        if (value === undefined)
          throw new Fault('ENGINE_FAILED', 'The engine gave no reading for a position.', 'Load the model again.');
        return value;
      });
    });

  return {
    report,
    vocabulary,
    capacity: report.contextTokens,
    batchTokens,
    needsCheckpoints: sequence.needsCheckpoints,
    recentErrors,
    keep: (length) =>
      guarded(async () => {
        if (length >= sequence.nextTokenIndex) return;
        if (length === 0) return await clear();
        if (sequence.needsCheckpoints && !checkpoints.has(length))
          throw new Fault('UNEXPECTED', `There is no checkpoint at ${length}.`, 'Report this with the log.');
        const expected = sequence.contextTokens.slice(0, length);
        await sequence.adaptStateToTokens(expected, false);
        for (const index of checkpoints) if (index > length) checkpoints.delete(index);
        if (sequence.nextTokenIndex !== length)
          throw new Fault('ENGINE_FAILED', 'The engine did not keep the prefix.', 'Load the model again.');
      }),
    clear: () => guarded(clear),
    checkpoint: () =>
      guarded(async () => {
        if (!sequence.needsCheckpoints) return;
        await sequence.takeCheckpoint();
        checkpoints.add(sequence.nextTokenIndex);
      }),
    evaluate: (tokens) => guarded(() => sequence.evaluateWithoutGeneratingNewTokens(tokens.map(vocabulary.known))),
    readGreedy: (tokens) =>
      readAll(
        tokens.map((token) => [
          vocabulary.known(token),
          { generateNext: { token: true, confidence: true, options: { temperature: 0 } } },
        ]),
        (output) => {
          const { token, confidence } = output?.next ?? {};
          return token == null || confidence === undefined ? undefined : { token, probability: confidence };
        },
      ),
    readLargest: (tokens, requests) =>
      readAll(
        tokens.map((token, index) => {
          const request = requests[index];
          return request === undefined
            ? vocabulary.known(token)
            : [vocabulary.known(token), { generateNext: { probabilities: true, options: samplerOptions(request) } }];
        }),
        (output) => output?.next.probabilities,
      ),
    dispose,
  };

  async function clear(): Promise<void> {
    checkpoints.clear();
    await sequence.clearHistory();
  }
}
