import { type FileHandle, open, stat } from 'node:fs/promises';
import { Fault } from '../fault.ts';
import { explainFileError } from './explain-file-error.ts';
import { Damaged, FileCursor } from './file-cursor.ts';
import type { GgufHeader, SpecialToken } from './gguf-header.ts';
import { type Metadata, readMetadata } from './read-metadata.ts';
import { addTensors, quantizationLabel, readTensors, type TensorSummary } from './read-tensors.ts';
import { isRecurrent } from './recurrent-architectures.ts';
import { partPaths } from './split-parts.ts';
import { fileTypes } from './tensor-types.ts';

/** The largest headers known have some 20 MB (262,144 tokens with their merges). */
const MAX_HEADER_BYTES = 128 * 1024 * 1024;
const MAGIC = 'GGUF';
const PREAMBLE_BYTES = 24;
const VERSIONS = [2, 3];
const DEFAULT_ALIGNMENT = 32;

export interface ReadHeaderOptions {
  /** Keeps `tokens` and `tokenTypes`, which are empty otherwise: they are most of a header's size. */
  withTokens?: boolean;
  signal?: AbortSignal;
}

/**
 * Reads what a GGUF file says about itself, without loading it: in pure JavaScript, with a bound on everything the file
 * claims, in chunks that leave the event loop free. A sound header is no proof that the engine can load the file. Of a
 * model that was split the path is that of the first part; the others must be there, and count.
 * @throws Fault MODEL_MISSING, MODEL_UNREADABLE (saying what is wrong), CANCELLED
 */
export async function readHeader(path: string, options: ReadHeaderOptions = {}): Promise<GgufHeader> {
  const [first, ...others] = partPaths(path);
  const parts = [await readFile(first ?? path, options)];
  for (const other of others) parts.push(await readFile(other, options));
  return describe(parts, options);
}

/** What one file holds. */
interface ReadParts {
  version: number;
  bytes: number;
  metadata: Metadata;
  tensorCount: number;
  tensors: TensorSummary;
}

async function readFile(path: string, options: ReadHeaderOptions): Promise<ReadParts> {
  let file: FileHandle | undefined;
  try {
    options.signal?.throwIfAborted();
    // Asked before opening: to open a pipe is to wait for its other end.
    const found = await stat(path);
    if (!found.isFile()) throw new Damaged(found.isDirectory() ? 'It is a folder.' : 'It is no regular file.');
    file = await open(path, 'r');
    const { size } = await file.stat();
    return await readOpenFile(new FileCursor(file, size, MAX_HEADER_BYTES), options);
  } catch (error) {
    if (options.signal?.aborted) {
      throw new Fault('CANCELLED', 'Reading the model file was cancelled.', 'Start it again.', { cause: error });
    }
    throw explainFileError(path, error);
  } finally {
    await file?.close();
  }
}

async function readOpenFile(cursor: FileCursor, { signal }: ReadHeaderOptions): Promise<ReadParts> {
  if (cursor.size === 0) throw new Damaged('It is empty.');
  if (cursor.size < PREAMBLE_BYTES) throw new Damaged('It is too short to be a GGUF file.');
  await cursor.need(PREAMBLE_BYTES);
  if (cursor.take(MAGIC.length).toString('latin1') !== MAGIC) throw new Damaged('It does not begin with "GGUF".');
  const version = cursor.uint32();
  if (!VERSIONS.includes(version)) throw new Damaged(explainVersion(version));
  const tensorCount = cursor.size64();
  const metadata = await readMetadata(cursor, cursor.size64(), signal);
  const alignment = numberOf(metadata, 'general.alignment') ?? DEFAULT_ALIGNMENT;
  if (!Number.isInteger(Math.log2(alignment))) throw new Damaged(`Its alignment of ${alignment} is no power of two.`);
  const isLaterPart = (numberOf(metadata, 'split.no') ?? 0) > 0;
  if (textOf(metadata, 'general.architecture') === null && !isLaterPart) throw new Damaged('It names no architecture.');
  const tensors = await readTensors(cursor, tensorCount, alignment, signal);
  return { version, bytes: cursor.size, metadata, tensorCount, tensors };
}

/** @param parts at least one; the first has the metadata */
function describe(parts: readonly ReadParts[], { withTokens }: ReadHeaderOptions): GgufHeader {
  const [first] = parts;
  if (first === undefined) throw new RangeError('A header needs a file');
  const { version, metadata } = first;
  const sum = (of: (part: ReadParts) => number): number => parts.reduce((total, part) => total + of(part), 0);
  const tensors = addTensors(parts.map((part) => part.tensors));
  const architecture = textOf(metadata, 'general.architecture') ?? '';
  const inArchitecture = (key: string): number | null => numberOf(metadata, `${architecture}.${key}`);
  const tokens = stringsOf(metadata, 'tokenizer.ggml.tokens');
  const headsPerLayer = numbersOf(metadata, `${architecture}.attention.head_count_kv`);
  return {
    version,
    bytes: sum(({ bytes }) => bytes),
    architecture,
    name: textOf(metadata, 'general.name'),
    license: textOf(metadata, 'general.license'),
    vocabularySize: tokens.length > 0 ? tokens.length : inArchitecture('vocab_size'),
    layers: inArchitecture('block_count'),
    contextLength: inArchitecture('context_length'),
    embeddingLength: inArchitecture('embedding_length'),
    attentionHeads: inArchitecture('attention.head_count'),
    keyValueHeads: headsPerLayer.length > 0 ? headsPerLayer : inArchitecture('attention.head_count_kv'),
    keyLength: inArchitecture('attention.key_length'),
    valueLength: inArchitecture('attention.value_length'),
    feedForwardLength: largestOf(metadata, `${architecture}.feed_forward_length`),
    fullAttentionInterval: inArchitecture('full_attention_interval') || null,
    recurrentState: recurrentState(inArchitecture),
    slidingWindow: inArchitecture('attention.sliding_window') || null,
    recurrent: isRecurrent(architecture, metadata.keys()),
    chatTemplates: chatTemplatesOf(metadata),
    bosToken: specialToken(metadata, tokens, 'bos'),
    eosToken: specialToken(metadata, tokens, 'eos'),
    addBos: booleanOf(metadata, 'tokenizer.ggml.add_bos_token'),
    tokenizerModel: textOf(metadata, 'tokenizer.ggml.model'),
    mergeCount: lengthOf(metadata, 'tokenizer.ggml.merges'),
    tokens: withTokens ? tokens : [],
    tokenTypes: withTokens ? numbersOf(metadata, 'tokenizer.ggml.token_type') : [],
    tensorCount: sum(({ tensorCount }) => tensorCount),
    parameterCount: tensors.parameterCount,
    tensorTypes: tensors.shares,
    weights: tensors.weights,
    quantization: quantizationLabel(tensors.shares),
    statedQuantization: fileTypes.get(numberOf(metadata, 'general.file_type') ?? -1) ?? null,
    split: splitOf(metadata),
  };
}

function explainVersion(version: number): string {
  // The version of a big-endian file, read the other way round, fills the high bytes only.
  if ((version & 0xffff) === 0) return 'It is written for big-endian machines.';
  return `It has version ${version} of the GGUF format; versions 2 and 3 can be read.`;
}

function chatTemplatesOf(metadata: Metadata): GgufHeader['chatTemplates'] {
  const prefix = 'tokenizer.chat_template.';
  const named: { name: string; text: string }[] = [];
  for (const [key, value] of metadata) {
    if (key.startsWith(prefix) && typeof value === 'string')
      named.push({ name: key.slice(prefix.length), text: value });
  }
  return { standard: textOf(metadata, 'tokenizer.chat_template'), named };
}

function specialToken(metadata: Metadata, tokens: string[], name: 'bos' | 'eos'): SpecialToken | null {
  const id = numberOf(metadata, `tokenizer.ggml.${name}_token_id`);
  const text = id === null ? undefined : tokens[id];
  return id === null || text === undefined ? null : { id, text };
}

function splitOf(metadata: Metadata): GgufHeader['split'] {
  const parts = numberOf(metadata, 'split.count');
  if (parts === null || parts <= 1) return null;
  return { part: (numberOf(metadata, 'split.no') ?? 0) + 1, parts };
}

/**
 * Numbers that one recurrent layer remembers: its last convolution inputs, and its state (llama.cpp, `n_embd_r` and
 * `n_embd_s` in llama-hparams.cpp).
 */
function recurrentState(inArchitecture: (key: string) => number | null): number | null {
  const inner = inArchitecture('ssm.inner_size');
  const state = inArchitecture('ssm.state_size');
  if (inner === null || state === null) return null;
  const kernel = inArchitecture('ssm.conv_kernel') ?? 0;
  const groups = inArchitecture('ssm.group_count') ?? 0;
  return Math.max(0, kernel - 1) * (inner + 2 * groups * state) + state * inner;
}

function largestOf(metadata: Metadata, key: string): number | null {
  const each = numbersOf(metadata, key);
  return each.length > 0 ? each.reduce((most, one) => Math.max(most, one), 0) : numberOf(metadata, key);
}

function textOf(metadata: Metadata, key: string): string | null {
  const value = metadata.get(key);
  return typeof value === 'string' && value !== '' ? value : null;
}

function numberOf(metadata: Metadata, key: string): number | null {
  const value = metadata.get(key);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function booleanOf(metadata: Metadata, key: string): boolean | null {
  const value = metadata.get(key);
  return typeof value === 'boolean' ? value : null;
}

function stringsOf(metadata: Metadata, key: string): string[] {
  const value = metadata.get(key);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function lengthOf(metadata: Metadata, key: string): number {
  const value = metadata.get(key);
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' ? value.skipped : 0;
}

function numbersOf(metadata: Metadata, key: string): number[] {
  const value = metadata.get(key);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];
}
