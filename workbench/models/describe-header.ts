import type { GgufHeader } from '../../adapter/gguf/gguf-header.ts';
import type { ModelHeader } from '../contract/models.ts';

/** What of a file's header the interface shows. */
export function describeHeader(header: GgufHeader): ModelHeader {
  return {
    architecture: header.architecture,
    name: header.name,
    license: header.license,
    parameters: header.parameterCount,
    context_length: header.contextLength,
    vocab_size: header.vocabularySize ?? header.tokens.length,
    layers: header.layers,
    quantization: header.quantization,
    tensor_types: header.tensorTypes.map(({ type, tensors, bytes }) => ({ type, tensors, bytes: bytes ?? 0 })),
    chat_template: countTemplates(header),
  };
}

/** `one` when a default is clear; `several` when a person has to choose. */
export function countTemplates(header: Pick<GgufHeader, 'chatTemplates'>): ModelHeader['chat_template'] {
  const { standard, named } = header.chatTemplates;
  if (standard !== null || named.some(({ name }) => name === 'default')) return 'one';
  return named.length === 0 ? 'none' : 'several';
}
