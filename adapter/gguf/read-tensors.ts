import { Damaged, type FileCursor } from './file-cursor.ts';
import type { TensorTypeShare, WeightBytes } from './gguf-header.ts';
import { readString } from './read-metadata.ts';
import { tensorTypes } from './tensor-types.ts';

// The largest models have some thousands of tensors; ggml has at most four dimensions and names of 64 bytes.
const MAX_TENSORS = 100_000;
const MAX_TENSOR_NAME_BYTES = 1024;
const MAX_DIMENSIONS = 4;

export interface TensorSummary {
  parameterCount: number;
  /** Most bytes first. */
  shares: TensorTypeShare[];
  weights: WeightBytes;
}

/**
 * The tensor part of a GGUF header, summed up. Each tensor must lie within the file, so that a download that was cut
 * off is found without loading it.
 * @throws Damaged
 */
export async function readTensors(
  cursor: FileCursor,
  count: number,
  alignment: number,
  signal?: AbortSignal,
): Promise<TensorSummary> {
  if (count > MAX_TENSORS) throw new Damaged(`It claims ${count} tensors; at most ${MAX_TENSORS} are read.`);
  const shares = new Map<number, TensorTypeShare>();
  const names = new Set<string>();
  const weights: WeightBytes = { layers: 0, embedding: 0, output: 0 };
  let parameterCount = 0;
  let dataEnd = 0;
  for (let index = 0; index < count; index++) {
    if (!cursor.has(CHECK_BYTES)) signal?.throwIfAborted();
    const name = await readString(cursor, MAX_TENSOR_NAME_BYTES, 'a tensor name');
    if (names.has(name)) throw new Damaged('Two of its tensors have the same name.');
    names.add(name);
    if (!cursor.has(4)) await cursor.need(4);
    const dimensions = cursor.uint32();
    if (dimensions > MAX_DIMENSIONS) throw new Damaged(`It claims a tensor of ${dimensions} dimensions.`);
    const rest = dimensions * 8 + 4 + 8;
    if (!cursor.has(rest)) await cursor.need(rest);
    let elements = 1;
    let rowLength = 1;
    for (let dimension = 0; dimension < dimensions; dimension++) {
      const length = cursor.size64();
      if (dimension === 0) rowLength = length;
      elements *= length;
    }
    const typeNumber = cursor.uint32();
    const offset = cursor.size64();
    if (!Number.isSafeInteger(elements) || !Number.isSafeInteger(offset)) {
      throw new Damaged('It claims a tensor of absurd size.');
    }
    const type = tensorTypes.get(typeNumber);
    if (type !== undefined && rowLength % type.elements !== 0) {
      throw new Damaged(`A tensor's rows of ${rowLength} do not fit its type ${type.name}.`);
    }
    if (offset % alignment !== 0) throw new Damaged('A tensor lies at an odd place.');
    const bytes = type === undefined ? null : (elements / type.elements) * type.bytes;
    dataEnd = Math.max(dataEnd, offset + (bytes ?? 0));
    parameterCount += elements;
    weights[roomOf(name)] += bytes ?? 0;
    const share = shares.get(typeNumber) ?? {
      type: type?.name ?? `type ${typeNumber}`,
      tensors: 0,
      elements: 0,
      bytes: 0,
    };
    share.tensors += 1;
    share.elements += elements;
    share.bytes = share.bytes === null || bytes === null ? null : share.bytes + bytes;
    shares.set(typeNumber, share);
  }
  const dataStart = Math.ceil(cursor.position / alignment) * alignment;
  if (count > 0 && dataStart + dataEnd > cursor.size) {
    throw new Damaged(`The file is cut off: it should have ${dataStart + dataEnd} bytes and has ${cursor.size}.`);
  }
  const sorted = [...shares.values()].sort((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0));
  return { parameterCount, shares: sorted, weights };
}

/** The tensors of several parts, summed up as if they were one file's. */
export function addTensors(parts: readonly TensorSummary[]): TensorSummary {
  const shares = new Map<string, TensorTypeShare>();
  const sum: TensorSummary = { parameterCount: 0, shares: [], weights: { layers: 0, embedding: 0, output: 0 } };
  for (const { parameterCount, shares: of, weights } of parts) {
    sum.parameterCount += parameterCount;
    for (const room of ['layers', 'embedding', 'output'] as const) sum.weights[room] += weights[room];
    for (const share of of) {
      const so = shares.get(share.type) ?? { type: share.type, tensors: 0, elements: 0, bytes: 0 };
      shares.set(share.type, {
        type: share.type,
        tensors: so.tensors + share.tensors,
        elements: so.elements + share.elements,
        bytes: so.bytes === null || share.bytes === null ? null : so.bytes + share.bytes,
      });
    }
  }
  sum.shares = [...shares.values()].sort((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0));
  return sum;
}

function roomOf(tensor: string): keyof WeightBytes {
  if (tensor.startsWith('blk.')) return 'layers';
  return /^(token_embd|per_layer_token_embd|position_embd|token_types)\./.test(tensor) ? 'embedding' : 'output';
}

/** A tensor's entry is shorter than this; a look at the signal where more must be read is often enough. */
const CHECK_BYTES = 512;

// A few tensors (norms, biases) stay in full precision whatever the file is; they say nothing about it.
const UNQUANTIZED = new Set(['F32', 'F64', 'I8', 'I16', 'I32', 'I64']);
const MOSTLY = 0.98;

/** The tensors' own types in words: `Q4_1`, `mostly Q4_0, with Q6_K`. By bytes, since bytes are what was quantised. */
export function quantizationLabel(shares: readonly TensorTypeShare[]): string {
  const quantized = shares.filter(({ type }) => !UNQUANTIZED.has(type));
  const considered = quantized.length > 0 ? quantized : shares;
  const [first, second] = considered;
  if (first === undefined) return 'no tensors';
  const total = considered.reduce((sum, share) => sum + (share.bytes ?? share.elements), 0);
  if (second === undefined || (first.bytes ?? first.elements) >= MOSTLY * total) return first.type;
  return `mostly ${first.type}, with ${second.type}`;
}
