import type { Mode } from '../../../adapter/configuration/scoring-settings.ts';
import { batchTokens } from '../../../adapter/engine/batch-tokens.ts';
import type { GgufHeader } from '../../../adapter/gguf/gguf-header.ts';

/** What of a header the need of memory follows from. */
export type MemoryHeader = Pick<
  GgufHeader,
  | 'layers'
  | 'weights'
  | 'vocabularySize'
  | 'embeddingLength'
  | 'attentionHeads'
  | 'keyValueHeads'
  | 'keyLength'
  | 'valueLength'
  | 'feedForwardLength'
  | 'contextLength'
  | 'recurrent'
  | 'fullAttentionInterval'
  | 'recurrentState'
  | 'mergeCount'
>;

export interface MemorySettings {
  contextTokens: number;
  /** Layers on the GPU, the output counted as one more; 0 without a GPU. */
  gpuLayers: number;
  mode: Mode;
}

/** Bytes of each kind on one device. */
export interface MemoryParts {
  weights: number;
  kv: number;
  compute: number;
  overhead: number;
}

export interface MemoryEstimate {
  memory: MemoryParts;
  gpu: MemoryParts;
}

/** Keys and values are kept as f16. */
const KV_BYTES = 2;
const F32_BYTES = 4;
/** The engine rounds the context up to this many cells. */
const CELLS = 256;
/** One cell stays free, and one more makes a prompt of exactly the context size fit. */
const SPARE_CELLS = 1;

// What follows was fitted to measured loads (resident memory, Linux, x86-64; the spec holds it).
/** The engine's own code and buffers. */
const ENGINE_BYTES = 20e6;
/** A token's text, its lookup and the readout's copy of it. */
const TOKEN_BYTES = 580;
/** A rule of a byte-pair vocabulary: two texts, found by both. */
const MERGE_BYTES = 600;
/** The scores, and part of them once more in half precision where they meet the values. */
const SCORE_SHARE = 1.2;
/** Activations of a batch that live at once: so many rows of the embedding and of the feed-forward part. */
const EMBEDDING_ROWS = 5;
const FEED_FORWARD_ROWS = 2;

/**
 * Memory that a model needs, by what llama.cpp allocates: weights as they lie in the file; of each attending layer a key
 * and a value for each cell of the context; for a batch the attention scores of all heads over the whole context (none
 * with flash attention), its mask and activations; the vocabulary. In main memory only what is really touched counts,
 * so the logits of a whole batch, which the engine reserves and scoring never reads, count on the GPU alone.
 */
export function estimateMemory(header: MemoryHeader, settings: MemorySettings): MemoryEstimate {
  const layers = Math.max(1, header.layers ?? 1);
  const onGpu = Math.min(settings.gpuLayers, layers);
  const share = onGpu / layers;
  const outputOnGpu = settings.gpuLayers > layers;
  const { weights } = header;
  // Tied weights: the embedding is the output too, and the GPU gets its own copy.
  const { output } = weights;
  const gpuOutput = outputOnGpu ? output || weights.embedding : 0;

  const kv = kvBytes(header, settings.contextTokens);
  const vocabulary = header.vocabularySize ?? 0;
  const compute = computeBytes(header, settings);
  return {
    memory: {
      weights: weights.layers * (1 - share) + weights.embedding + (outputOnGpu ? 0 : output),
      kv: kv * (1 - share),
      compute: onGpu === layers ? 0 : compute,
      overhead: ENGINE_BYTES + vocabulary * TOKEN_BYTES + header.mergeCount * MERGE_BYTES,
    },
    gpu: {
      weights: weights.layers * share + gpuOutput,
      kv: kv * share,
      compute: onGpu === 0 ? 0 : Math.max(compute, outputOnGpu ? batchTokens * vocabulary * F32_BYTES : 0),
      overhead: 0,
    },
  };
}

/** Cells that a context of so many tokens takes, never more than the model was trained for. */
export function contextCells(header: Pick<GgufHeader, 'contextLength'>, contextTokens: number): number {
  const wanted = Math.min(contextTokens, header.contextLength ?? contextTokens) + SPARE_CELLS;
  return Math.ceil(wanted / CELLS) * CELLS;
}

function kvBytes(header: MemoryHeader, contextTokens: number): number {
  const layers = Math.max(1, header.layers ?? 1);
  const heads = header.attentionHeads ?? 0;
  const length = heads === 0 ? 0 : (header.embeddingLength ?? 0) / heads;
  const perHead = (header.keyLength ?? length) + (header.valueLength ?? length);
  const kvHeads = header.keyValueHeads ?? heads;
  const cells = contextCells(header, contextTokens);
  const attending =
    header.recurrent && header.fullAttentionInterval !== null
      ? Math.floor(layers / header.fullAttentionInterval)
      : layers;
  const headsOfAll = Array.isArray(kvHeads) ? kvHeads.reduce((sum, each) => sum + each, 0) : kvHeads * attending;
  const recurrentLayers = Array.isArray(kvHeads) ? kvHeads.filter((each) => each === 0).length : layers - attending;
  return headsOfAll * perHead * cells * KV_BYTES + recurrentLayers * (header.recurrentState ?? 0) * F32_BYTES;
}

function computeBytes(header: MemoryHeader, { contextTokens, mode }: MemorySettings): number {
  const cells = contextCells(header, contextTokens);
  const scores = mode === 'fast' ? 0 : (header.attentionHeads ?? 0) * batchTokens * cells * F32_BYTES * SCORE_SHARE;
  const mask = batchTokens * cells * F32_BYTES;
  const row = EMBEDDING_ROWS * (header.embeddingLength ?? 0) + FEED_FORWARD_ROWS * (header.feedForwardLength ?? 0);
  return scores + mask + batchTokens * row * F32_BYTES;
}

/** The sum of all parts. */
export function sumParts({ weights, kv, compute, overhead }: MemoryParts): number {
  return weights + kv + compute + overhead;
}
