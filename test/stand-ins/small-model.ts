import { type MetadataValue, writeGguf } from '../../fixtures/models/write-gguf.ts';

/** A sound GGUF file of some hundred bytes without weights: enough to be found and described. */
export function smallModel(name: string, more: Readonly<Record<string, MetadataValue>> = {}): Buffer {
  const metadata = new Map<string, MetadataValue>([
    ['general.architecture', { type: 'string', value: 'llama' }],
    ['general.name', { type: 'string', value: name }],
    ['llama.block_count', { type: 'uint32', value: 1 }],
    ...Object.entries(more),
  ]);
  return writeGguf(metadata, [{ name: 'output_norm.weight', shape: [32], type: 'f32', values: new Float32Array(32) }]);
}
