import { blockOf } from './block-of.ts';
import { aligned, type GgufLayout, type TensorPlace } from './gguf-layout.ts';
import type { TargetType } from './quantise.ts';

const UINT32 = 4;
const STRING = 8;
const NAME = 'general.name';
const FILE_TYPE = 'general.file_type';

/**
 * The header of a requantised file: the source's fields in their order, name and file type replaced (or added), and the
 * tensors with their new types and places. Not padded.
 */
export function writeHeader(
  { fields }: GgufLayout,
  plan: readonly { tensor: TensorPlace; type: TargetType | null }[],
  { name, fileType }: { name: string; fileType: number },
): Buffer {
  const changed = new Map<string, Uint8Array>([
    [NAME, Buffer.concat([text(NAME), uint32(STRING), text(name)])],
    [FILE_TYPE, Buffer.concat([text(FILE_TYPE), uint32(UINT32), uint32(fileType)])],
  ]);
  const kept = fields.map(({ key, bytes }) => changed.get(key) ?? bytes);
  const added = [...changed].filter(([key]) => !fields.some((field) => field.key === key)).map(([, bytes]) => bytes);
  const parts: Uint8Array[] = [
    Buffer.from('GGUF', 'latin1'),
    uint32(3),
    uint64(plan.length),
    uint64(kept.length + added.length),
    ...kept,
    ...added,
  ];
  let offset = 0;
  for (const { tensor, type } of plan) {
    const { code, elements, bytes } = blockOf(type ?? tensor.type);
    parts.push(
      text(tensor.name),
      uint32(tensor.shape.length),
      ...tensor.shape.map(uint64),
      uint32(code),
      uint64(offset),
    );
    offset = aligned(offset + (tensor.elements / elements) * bytes);
  }
  return Buffer.concat(parts);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8');
  return Buffer.concat([uint64(bytes.length), bytes]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
