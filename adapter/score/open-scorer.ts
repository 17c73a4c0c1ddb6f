import { basename } from 'node:path';
import { countEvaluated } from '../engine/count-evaluated.ts';
import { loadEngine } from '../engine/load-engine.ts';
import { createWalker } from '../engine/walker.ts';
import type { GgufHeader } from '../gguf/gguf-header.ts';
import { modelSha256 } from '../gguf/model-sha256.ts';
import { readHeader } from '../gguf/read-header.ts';
import { proveReadout } from '../readout/choose-references.ts';
import { createScorer } from './create-scorer.ts';
import type { ModelIdentity } from './result.ts';
import type { EngineSettings, Scorer } from './scorer.ts';

export interface OpenScorerRequest {
  modelPath: string;
  settings: EngineSettings;
  /** Of the file, when it is known already; hashing 3 GB takes seconds. */
  modelSha256?: string | undefined;
  /** The file's header, when it was read already. */
  header?: GgufHeader | undefined;
  /** Of a pinned download. */
  repository?: string | null | undefined;
  revision?: string | null | undefined;
  /** What the pinned download is known by; a model with another hash is not named after it. Absent: it was compared. */
  pinnedSha256?: string | undefined;
  /** 0 to 1: the file's checksum, where it has to be computed, then loading. */
  onProgress?: ((fraction: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Share of the progress that belongs to hashing, which reads the whole file as loading does. */
const hashingShare = 0.5;

/**
 * Loads a model, proves the readout on it and gives a scorer. On any failure nothing stays loaded.
 * @throws Fault MODEL_MISSING, MODEL_UNREADABLE, MODEL_UNSUPPORTED, OUT_OF_MEMORY, SELF_TEST_FAILED, ENGINE_FAILED,
 * CANCELLED
 */
export async function openScorer(request: OpenScorerRequest): Promise<Scorer> {
  const { modelPath, settings, signal, onProgress } = request;
  const began = performance.now();
  const header = request.header ?? (await readHeader(modelPath, signal === undefined ? {} : { signal }));
  const share = request.modelSha256 === undefined ? hashingShare : 0;
  const sha256 =
    request.modelSha256 ??
    (await modelSha256(modelPath, {
      onProgress: ({ bytesDone, bytesTotal }) => onProgress?.((share * bytesDone) / Math.max(1, bytesTotal)),
      ...(signal === undefined ? {} : { signal }),
    }));
  const loaded = await loadEngine({
    modelPath,
    settings,
    onProgress: (fraction) => onProgress?.(share + (1 - share) * fraction),
    ...(signal === undefined ? {} : { signal }),
  });
  const { engine, evaluated } = countEvaluated(loaded);
  try {
    const walker = createWalker(engine);
    await proveReadout(walker, signal);
    const isPinned = request.pinnedSha256 === undefined || request.pinnedSha256 === sha256;
    const model: ModelIdentity = {
      file: basename(modelPath),
      sha256,
      bytes: header.bytes,
      repository: isPinned ? (request.repository ?? null) : null,
      revision: isPinned ? (request.revision ?? null) : null,
      architecture: header.architecture,
      quantization: header.quantization,
      vocab_size: engine.vocabulary.size,
      gpu_layers: engine.report.gpuLayersOffloaded,
      threads: engine.report.threads,
      context_tokens: engine.report.contextTokens,
      engine: 'node-llama-cpp',
      engine_version: engine.report.engineVersion,
    };
    const loadSeconds = (performance.now() - began) / 1000;
    return createScorer({ walker, model, header, mode: settings.mode, loadSeconds, evaluatedTokens: evaluated });
  } catch (error) {
    await engine.dispose();
    throw error;
  }
}
