import type { Token as EngineToken, LlamaModel } from 'node-llama-cpp';
import { Fault } from '../fault.ts';
import type { Token, Vocabulary } from './engine.ts';

export interface ModelVocabulary extends Vocabulary {
  /** The engine's own token of a number. */
  known(token: Token): EngineToken;
}

/** The vocabulary of a loaded model. */
export function modelVocabulary(model: LlamaModel): ModelVocabulary {
  const tokens = [...model.iterateAllTokens()];
  const known = (token: Token) => {
    const found = tokens[token];
    if (found === undefined)
      throw new Fault('UNEXPECTED', `There is no token ${token} in this vocabulary.`, 'Report this with the log.');
    return found;
  };
  return {
    known,
    size: tokens.length,
    bos: model.tokens.bos,
    addBos: model.tokens.shouldPrependBosToken,
    tokenise: (text, parseSpecial) => (text === '' ? [] : model.tokenize(text, parseSpecial)),
    text: (token) => model.detokenize([known(token)], true),
    isControl: (token) => {
      const attributes = model.getTokenAttributes(known(token));
      return attributes.control || attributes.unknown;
    },
    endsGeneration: (token) => model.isEogToken(known(token)),
    strips: (token) => {
      const attributes = model.getTokenAttributes(known(token));
      return { left: attributes.lstrip, right: attributes.rstrip };
    },
    all: () => tokens,
  };
}
