import { stat } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Llama, LlamaContext, LlamaContextSequence, LlamaModel } from 'node-llama-cpp';
import { Fault } from '../fault.ts';
import type { EngineReport, EngineSettings } from '../score/scorer.ts';
import { batchTokens } from './batch-tokens.ts';
import { type Engine, maxCheckpoints } from './engine.ts';
import { cancelled, loadFault } from './engine-faults.ts';
import { keepErrorLines } from './keep-error-lines.ts';
import { sequenceEngine } from './sequence-engine.ts';
import { holdLibraries, sharedLibrary } from './shared-library.ts';

/** The engine keeps one cell free and pads upwards; one more makes a prompt of exactly the context size fit. */
const spareCells = 1;
/** In ms: after a failure the engine's last error lines, which say why, are on their way. */
const messageDelay = 20;

export interface LoadRequest {
  modelPath: string;
  settings: EngineSettings;
  /** Share of the file that is loaded, 0 to 1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
}

/** Physical cores, less one when there are more than two: a busy machine with all of them doubles CPU time. */
function defaultThreads(mathCores: number): number {
  return mathCores > 2 ? mathCores - 1 : Math.max(1, mathCores);
}

/**
 * More threads than the machine runs at once only wait for each other, and where the system refuses to start one the
 * engine ends the whole process.
 */
function maxThreads(): number {
  return availableParallelism();
}

async function requireFile(modelPath: string): Promise<void> {
  const found = await stat(modelPath).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR')
      throw new Fault('IO_FAILED', `${modelPath} cannot be read: ${error.message}`, 'Check the rights of the file.', {
        cause: error,
      });
    return null;
  });
  if (found === null || !found.isFile())
    throw new Fault(
      'MODEL_MISSING',
      `There is no model file at ${modelPath}.`,
      'Choose another model, or put the file back.',
    );
}

/**
 * Loads a GGUF file into the engine's own process with one sequence. Nothing is compiled or downloaded: only binaries
 * that are installed are used.
 * @throws Fault MODEL_MISSING, MODEL_UNREADABLE, MODEL_UNSUPPORTED, OUT_OF_MEMORY, ENGINE_FAILED, CANCELLED
 */
export async function loadEngine({ modelPath, settings, onProgress, signal }: LoadRequest): Promise<Engine> {
  const file = basename(modelPath);
  const log = keepErrorLines();
  let model: LlamaModel | undefined;
  let context: LlamaContext | undefined;
  let sequence: LlamaContextSequence | undefined;
  const release = holdLibraries();
  // each step awaited, or the GPU builds crash at exit; the library itself is shared and stays
  const dispose = async () => {
    try {
      await sequence?.dispose();
      await context?.dispose();
      await model?.dispose();
    } finally {
      release();
    }
  };
  try {
    await requireFile(modelPath);
    const { library, llama } = await sharedLibrary(settings.gpuLayers === 0 ? false : 'auto');
    llama.logger = (level, message) => {
      if (level === library.LlamaLogLevel.error || level === library.LlamaLogLevel.fatal) log.add(message);
    };
    if (signal?.aborted) throw cancelled(`Loading ${file}`);
    const contextCells = settings.contextTokens + spareCells;
    model = await llama.loadModel({
      modelPath,
      gpuLayers: settings.gpuLayers === 'auto' ? { fitContext: { contextSize: contextCells } } : settings.gpuLayers,
      // the estimate errs either way, so it warns elsewhere and never blocks
      ignoreMemorySafetyChecks: true,
      ...(signal === undefined ? {} : { loadSignal: signal }),
      ...(onProgress === undefined ? {} : { onLoadProgress: onProgress }),
    });
    const threads = Math.min(settings.threads ?? defaultThreads(llama.cpuMathCores), maxThreads());
    const flashAttention = settings.mode === 'fast';
    context = await model.createContext({
      // beyond what the model was trained for it would only answer nonsense
      contextSize: Math.min(contextCells, model.trainContextSize + spareCells),
      batchSize: batchTokens,
      sequences: 1,
      flashAttention,
      threads,
      swaFullCache: true,
      failedCreationRemedy: false,
      ignoreMemorySafetyChecks: true,
      ...(signal === undefined ? {} : { createSignal: signal }),
    });
    sequence = context.getSequence({
      checkpoints: { max: maxCheckpoints, interval: false },
      contextShift: {
        strategy: () => {
          // the library would otherwise drop the beginning of the prompt without a word
          throw new Fault('ENGINE_FAILED', 'The context ran full.', 'Report this: the token budget should prevent it.');
        },
      },
    });
    const report: EngineReport = {
      backend: llama.gpu === false ? 'cpu' : llama.gpu,
      device: await deviceName(llama, model.gpuLayers > 0),
      gpuLayersOffloaded: model.gpuLayers,
      layersTotal: model.fileInsights.totalLayers,
      threads,
      contextTokens: Math.min(settings.contextTokens, context.contextSize - spareCells),
      flashAttention,
      engineVersion: await library.getModuleVersion(),
    };
    return sequenceEngine({ library, model, sequence, report, recentErrors: log.lines, dispose, batchTokens });
  } catch (error) {
    // the engine's messages come from its own threads, a moment later
    await delay(messageDelay);
    await dispose();
    if (signal?.aborted) throw cancelled(`Loading ${file}`);
    if (!(error instanceof Fault)) await requireFile(modelPath);
    throw loadFault(file, error, log.lines());
  }
}

async function deviceName(llama: Llama, onGpu: boolean): Promise<string> {
  const names = onGpu ? await llama.getGpuDeviceNames() : [];
  return names.length > 0 ? names.join(', ') : (cpus()[0]?.model.trim() ?? `${availableParallelism()} CPU threads`);
}
