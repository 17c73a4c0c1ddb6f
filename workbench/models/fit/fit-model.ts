import type { Devices } from '../../../adapter/engine/read-devices.ts';
import type { EngineSettings } from '../../../adapter/score/scorer.ts';
import type { ModelFit } from '../../contract/models.ts';
import type { MeasuredLoad } from '../file-index.ts';
import { type CorrectedNeed, correctEstimate } from './correct-estimate.ts';
import { contextCells, estimateMemory, type MemoryHeader, type MemoryParts, sumParts } from './estimate-memory.ts';

/** Left for the system and other programs, before a fit is called tight. */
const SPARE_SHARE = 0.1;

export interface FitRequest {
  path: string;
  header: MemoryHeader;
  engine: EngineSettings;
  devices: Devices;
  /** What the file took when it was loaded last. */
  own: MeasuredLoad | null;
  others: readonly MeasuredLoad[];
  /** Tokens of the longest decision; null while unknown. */
  tokens: number | null;
  /** Memory that becomes free when the model in memory is unloaded for this one. */
  freed: { memory: number; gpu: number };
}

/** What a model needs under settings, on each device, held against what is free. A warning and never a block. */
export function fitModel(request: FitRequest): ModelFit {
  const { path, header, engine, own } = request;
  const fit = fitWith(request, engine);
  return {
    path,
    engine,
    ...fit,
    measured:
      own === null
        ? null
        : {
            memory: own.memory,
            gpu: own.gpu,
            context_tokens: own.contextTokens,
            gpu_layers: own.gpuLayers,
            at: own.at,
          },
    basis: basisOf(request, fit.devices.length > 1),
    layers: layersOf(header),
    suggestion: suggest(request),
  };
}

type Fitted = Pick<ModelFit, 'gpu_layers' | 'context_tokens' | 'devices' | 'verdict'>;

function fitWith(request: FitRequest, engine: EngineSettings): Fitted {
  const { header, devices, freed } = request;
  const gpuLayers =
    devices.gpu === null ? 0 : engine.gpuLayers === 'auto' ? mostLayers(request, engine) : engine.gpuLayers;
  const used = Math.min(gpuLayers, layersOf(header));
  const { memory, gpu } = needs(request, engine, used);
  const list: ModelFit['devices'] = [
    device('memory', devices.memory, freed.memory, memory),
    ...(devices.gpu === null ? [] : [device('gpu', devices.gpu, freed.gpu, gpu)]),
  ];
  const worst = list.find(({ verdict }) => verdict === 'too-large') ?? list.find(({ verdict }) => verdict === 'tight');
  const most = header.contextLength ?? engine.contextTokens;
  return {
    gpu_layers: used,
    context_tokens: Math.min(engine.contextTokens, most),
    devices: list,
    verdict: worst?.verdict ?? 'fits',
  };
}

interface Need {
  parts: MemoryParts;
  corrected: CorrectedNeed;
}

function needs(request: FitRequest, engine: EngineSettings, gpuLayers: number): { memory: Need; gpu: Need } {
  const { header, own, others } = request;
  const estimate = estimateMemory(header, { contextTokens: engine.contextTokens, gpuLayers, mode: engine.mode });
  const need = (kind: 'memory' | 'gpu'): Need => ({
    parts: estimate[kind],
    corrected: correctEstimate(sumParts(estimate[kind]), kind, own, others),
  });
  return { memory: need('memory'), gpu: need('gpu') };
}

function device(
  kind: 'memory' | 'gpu',
  { name, total, free }: { name: string; total: number; free: number },
  freed: number,
  { parts, corrected: { need, margin } }: Need,
): ModelFit['devices'][number] {
  const available = Math.min(total, free + freed);
  const verdict =
    need - margin > available ? 'too-large' : need + margin > available * (1 - SPARE_SHARE) ? 'tight' : 'fits';
  return { kind, name, parts, need, margin, free: available, total, verdict };
}

/** The output counts as one layer more, as the engine counts it. */
function layersOf(header: MemoryHeader): number {
  return Math.max(1, header.layers ?? 1) + 1;
}

/** Layers that fit on the GPU with the margin; 0 without one. */
function mostLayers(request: FitRequest, engine: EngineSettings): number {
  const { devices, freed } = request;
  if (devices.gpu === null) return 0;
  const available = Math.min(devices.gpu.total, devices.gpu.free + freed.gpu) * (1 - SPARE_SHARE);
  for (let layers = layersOf(request.header); layers > 0; layers -= 1) {
    const { need, margin } = needs(request, engine, layers).gpu.corrected;
    if (need + margin <= available) return layers;
  }
  return 0;
}

function basisOf({ header, engine, own, others }: FitRequest, hasGpu: boolean): string[] {
  const { from, files } = correctEstimate(1, 'memory', own, others);
  const cells = contextCells(header, engine.contextTokens);
  const sentences = [
    `Weights as they lie in the file, ${cells} cells of context, the attention scores of a batch${engine.mode === 'fast' ? ' (none in the fast mode)' : ''} and the vocabulary.`,
  ];
  if (own !== null && from === 'this file') {
    sentences.push(
      `Corrected by what this file took when it was loaded with a context of ${own.contextTokens} tokens.`,
    );
  } else if (from === 'other files') {
    sentences.push(`Corrected by what ${files} other files took on this machine.`);
  } else sentences.push('Not measured on this machine yet; loading it measures it.');
  if (hasGpu) sentences.push('What is on the GPU counts as the engine reserves it.');
  return sentences;
}

/** Contexts that people choose from. */
const contextSteps = [512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072];
/** Longer evidence than the longest so far will come. */
const TOKEN_RESERVE = 1.5;

function suggest(request: FitRequest): ModelFit['suggestion'] {
  const { header, engine, devices, tokens } = request;
  const why: string[] = [];
  const most = header.contextLength ?? Number.POSITIVE_INFINITY;
  let contextTokens = Math.min(engine.contextTokens, most);
  if (tokens !== null) {
    const wanted = contextSteps.find((step) => step >= tokens * TOKEN_RESERVE) ?? Math.ceil(tokens * TOKEN_RESERVE);
    contextTokens = Math.min(wanted, most);
    why.push(
      contextTokens < tokens
        ? `Context ${contextTokens}: the model was trained for no more, and your longest decision has ${tokens} tokens.`
        : `Context ${contextTokens}: your longest decision has ${tokens} tokens.`,
    );
  } else if (contextTokens < engine.contextTokens) {
    why.push(`Context ${contextTokens}: the model was trained for no more.`);
  }
  const smaller = contextSteps.filter((step) => step < contextTokens && step >= (tokens ?? 512)).reverse();
  while (smaller.length > 0 && fitWith(request, { ...engine, contextTokens }).verdict === 'too-large') {
    contextTokens = smaller.shift() ?? contextTokens;
  }
  const gpuLayers = devices.gpu === null ? 0 : mostLayers(request, { ...engine, contextTokens });
  if (devices.gpu === null) why.push('No GPU layers: the engine uses no GPU on this machine.');
  else if (gpuLayers === layersOf(header)) why.push(`All ${gpuLayers} layers fit on ${devices.gpu.name}.`);
  else why.push(`${gpuLayers} of ${layersOf(header)} layers fit on ${devices.gpu.name}.`);
  const threads = devices.mathCores > 2 ? devices.mathCores - 1 : Math.max(1, devices.mathCores);
  why.push(
    `${threads} threads: ${devices.mathCores} physical cores${threads < devices.mathCores ? ', one left for the rest' : ''}.`,
  );
  const suggested: EngineSettings = {
    ...engine,
    contextTokens: Math.max(256, contextTokens),
    gpuLayers: gpuLayers === layersOf(header) ? 'auto' : gpuLayers,
    threads: Math.min(threads, devices.parallelism),
  };
  const after = fitWith(request, suggested);
  if (after.verdict === 'too-large') why.push('Even so it may not fit: choose a smaller file or quantisation.');
  return { engine: suggested, why };
}
