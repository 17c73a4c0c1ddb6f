import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Fault } from '../../../adapter/fault.ts';
import { blockOf } from './block-of.ts';
import { dequantisers } from './dequantise.ts';
import { aligned, type GgufLayout, type TensorPlace } from './gguf-layout.ts';
import { quantisers, type TargetType } from './quantise.ts';
import { writeHeader } from './write-header.ts';

/** How a variant differs from its source. */
export interface Requantisation {
  /** What a tensor becomes; null leaves it as it is. */
  typeOf: (tensor: TensorPlace) => TargetType | null;
  /** `general.name`: says what the file is. */
  name: string;
  /** `general.file_type` by number. */
  fileType: number;
}

export interface RequantiseRun {
  signal: AbortSignal;
  /** Bytes written so far. */
  onProgress: (bytes: number) => void;
}

/**
 * Elements that are read, requantised and written at once: a few ms, between which the event loop is free. A multiple
 * of every block size.
 */
const SLICE_ELEMENTS = 32 * 1024;

/**
 * Writes a requantised copy of a GGUF file to `target` (which must not exist), synced. Fields and tensors keep their
 * order; the same input gives the same bytes everywhere.
 * @returns SHA-256 of what was written, lower-case hexadecimal
 * @throws Fault CANCELLED; errors of the file system as they are
 */
export async function requantise(
  source: { path: string; layout: GgufLayout },
  target: string,
  change: Requantisation,
  { signal, onProgress }: RequantiseRun,
): Promise<string> {
  const from = await open(source.path, 'r');
  try {
    const to = await open(target, 'wx');
    try {
      const hash = createHash('sha256');
      let written = 0;
      const append = async (bytes: Uint8Array): Promise<void> => {
        if (signal.aborted) throw new Fault('CANCELLED', 'Writing the variants was cancelled.', 'Start it again.');
        hash.update(bytes);
        // All of them: a plain write may take only some, as on a disk that fills.
        await to.appendFile(bytes);
        written += bytes.length;
        onProgress(written);
      };
      const pad = (): Promise<void> => append(new Uint8Array(aligned(written) - written));
      const plan = source.layout.tensors.map((tensor) => ({ tensor, type: change.typeOf(tensor) }));
      await append(writeHeader(source.layout, plan, change));
      await pad();
      for (const { tensor, type } of plan) {
        await copyTensor(from, tensor, type, append);
        await pad();
      }
      await to.sync();
      return hash.digest('hex');
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

async function copyTensor(
  from: FileHandle,
  tensor: TensorPlace,
  target: TargetType | null,
  append: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const stored = blockOf(tensor.type);
  const wanted = blockOf(target ?? tensor.type);
  const dequantise = target === null ? null : dequantiserOf(tensor.type);
  for (let done = 0; done < tensor.elements; done += SLICE_ELEMENTS) {
    const elements = Math.min(SLICE_ELEMENTS, tensor.elements - done);
    const blocks = Buffer.alloc((elements / stored.elements) * stored.bytes);
    const { bytesRead } = await from.read(
      blocks,
      0,
      blocks.length,
      tensor.start + (done / stored.elements) * stored.bytes,
    );
    if (bytesRead < blocks.length) {
      throw new Fault('MODEL_UNREADABLE', 'The model file became shorter while it was read.', 'Fetch it again.');
    }
    if (target === null || dequantise === null) {
      await append(blocks);
      continue;
    }
    const values = new Float32Array(elements);
    dequantise(new DataView(blocks.buffer, blocks.byteOffset, blocks.length), values);
    const requantised = new Uint8Array((elements / wanted.elements) * wanted.bytes);
    quantisers[target](values, new DataView(requantised.buffer));
    await append(requantised);
  }
}

function dequantiserOf(type: string) {
  const found = Object.entries(dequantisers).find(([name]) => name === type);
  if (found !== undefined) return found[1];
  throw new Fault(
    'MODEL_UNSUPPORTED',
    `Tensors of type ${type} cannot be requantised here.`,
    `Choose a file with ${Object.keys(dequantisers).join(', ')} alone.`,
  );
}
