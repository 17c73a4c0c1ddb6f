import type { GgufHeader } from '../gguf/gguf-header.ts';
import type { TokenOfLabel } from './slots.ts';

// Kinds of tokens that plain text can become (llama_token_type): normal and user-defined. Not control, unknown, unused
// or byte tokens.
const NORMAL = 1;
const USER_DEFINED = 4;

/**
 * Which labels are single tokens, judged from a file's token list without loading the model: a label is when it is an
 * entry of its own. The engine decides again with its tokenizer at the answer position, and agrees for the tokenizers in
 * use: an entry of capitals alone is reached by merging them.
 * @param header read with `withTokens`
 */
export function labelTokensOf(header: Pick<GgufHeader, 'tokens' | 'tokenTypes'>): TokenOfLabel {
  const ids = new Map<string, number>();
  for (const [id, text] of header.tokens.entries()) {
    const type = header.tokenTypes[id] ?? NORMAL;
    if (/^[A-Z]{1,3}$/.test(text) && (type === NORMAL || type === USER_DEFINED) && !ids.has(text)) ids.set(text, id);
  }
  return (label) => ids.get(label) ?? null;
}
