import { MAX_OPTIONS } from '../../adapter/decision/decision-limits.ts';
import type { GgufHeader } from '../../adapter/gguf/gguf-header.ts';
import { judgeThinking } from '../../adapter/prompt/judge-thinking.ts';
import { labelTokensOf } from '../../adapter/prompt/label-vocabulary.ts';
import { V1_MAX_OPTIONS } from '../../adapter/prompt/prompts.ts';
import { slotLabels } from '../../adapter/prompt/slots.ts';
import type { ModelHeader } from '../contract/models.ts';

/** What of a file's header the interface shows. @param header read with `withTokens` */
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
    slots: countSlots(header),
    thinking: judgeThinking(header),
  };
}

/** `one` when a default is clear; `several` when a person has to choose. */
export function countTemplates(header: Pick<GgufHeader, 'chatTemplates'>): ModelHeader['chat_template'] {
  const { standard, named } = header.chatTemplates;
  if (standard !== null || named.some(({ name }) => name === 'default')) return 'one';
  return named.length === 0 ? 'none' : 'several';
}

/** Options that letters can answer for; 0 when one of A to P is no token of its own, which every prompt needs. */
function countSlots(header: GgufHeader): number {
  const tokenOf = labelTokensOf(header);
  const tokens = new Set<number>();
  let asked = 0;
  for (const label of slotLabels()) {
    const token = tokenOf(label);
    asked += 1;
    if (token !== null) tokens.add(token);
    if (asked === V1_MAX_OPTIONS && tokens.size < V1_MAX_OPTIONS) return 0;
    if (tokens.size === MAX_OPTIONS) break;
  }
  return tokens.size;
}
