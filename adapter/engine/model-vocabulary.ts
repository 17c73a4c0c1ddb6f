import type { LlamaModel } from 'node-llama-cpp';
import type { Vocabulary } from './engine.ts';

/** The vocabulary of a loaded model. */
export function modelVocabulary(model: LlamaModel): Vocabulary {
  let size = 0;
  for (const _ of model.iterateAllTokens()) size += 1;
  return {
    size,
    bos: model.tokens.bos,
    addBos: model.tokens.shouldPrependBosToken,
    tokenise: (text, parseSpecial) => (text === '' ? [] : model.tokenize(text, parseSpecial)),
    text: (token) => model.detokenize([token], true),
    isControl: (token) => {
      const attributes = model.getTokenAttributes(token);
      return attributes.control || attributes.unknown;
    },
    endsGeneration: (token) => model.isEogToken(token),
    strips: (token) => {
      const attributes = model.getTokenAttributes(token);
      return { left: attributes.lstrip, right: attributes.rstrip };
    },
    all: () => model.iterateAllTokens(),
  };
}
