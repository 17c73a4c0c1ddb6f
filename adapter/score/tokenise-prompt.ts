import { setImmediate } from 'node:timers/promises';
import type { Token, Vocabulary } from '../engine/engine.ts';
import type { RenderedPrompt } from '../prompt/rendered-prompt.ts';
import { tokeniseText } from './tokenise-text.ts';

export interface TokenisedPrompt {
  tokens: Token[];
  /** Tokens of the part that several questions share; its last token is left out, since it may merge with what follows. */
  shared: number;
}

type Segment = { kind: 'text'; text: string } | { kind: 'special'; token: Token };
type Pieces = RenderedPrompt['pieces'];

/**
 * A prompt's tokens. Special tokens come from template pieces alone; adjacent ordinary text, the template's and the
 * user's, is tokenised as one string without special-token parsing, so that `<|im_end|>` inside the evidence stays
 * plain text and the tokens still equal those of the plain rendering when it has none.
 */
export async function tokenisePrompt(
  prompt: Pick<RenderedPrompt, 'pieces' | 'sharedEnd'>,
  vocabulary: Vocabulary,
): Promise<TokenisedPrompt> {
  const segments = split(prompt.pieces, vocabulary);
  const tokens = await tokenise(segments, vocabulary);
  // long evidence takes its time: the event loop gets its turn between
  await setImmediate();
  const prefix = await tokenise(split(cut(prompt.pieces, prompt.sharedEnd), vocabulary), vocabulary);
  let common = 0;
  while (common < prefix.length && prefix[common] === tokens[common]) common += 1;
  return {
    tokens,
    shared: Math.max(0, Math.min(common, prefix.length - 1, tokens.length - 1)),
  };
}

/** The ordinary text that pieces end with; empty when they end with a special token. */
export function endingText(pieces: Pieces, vocabulary: Vocabulary): string {
  const last = split(pieces, vocabulary).at(-1);
  return last?.kind === 'text' ? last.text : '';
}

/** Pieces to runs of ordinary text and special tokens. */
function split(pieces: Pieces, vocabulary: Vocabulary): Segment[] {
  const segments: Segment[] = [];
  let stripNext = false;
  const addText = (raw: string) => {
    const text = stripNext ? raw.trimStart() : raw;
    if (text === '') return;
    stripNext = false;
    const previous = segments.at(-1);
    if (previous?.kind === 'text') previous.text += text;
    else segments.push({ kind: 'text', text });
  };
  for (const piece of pieces) {
    if (piece.origin === 'content') {
      addText(piece.text);
      continue;
    }
    let at = 0;
    for (const token of vocabulary.tokenise(piece.text, true)) {
      if (!vocabulary.isControl(token)) continue;
      const name = vocabulary.text(token);
      const found = name === '' ? -1 : piece.text.indexOf(name, at);
      // the unknown token can also stand for a character that the vocabulary lacks
      if (found < 0) continue;
      addText(piece.text.slice(at, found));
      const strips = vocabulary.strips(token);
      const previous = segments.at(-1);
      if (strips.left && previous?.kind === 'text') {
        previous.text = previous.text.trimEnd();
        if (previous.text === '') segments.pop();
      }
      segments.push({ kind: 'special', token });
      stripNext = strips.right;
      at = found + name.length;
    }
    addText(piece.text.slice(at));
  }
  return segments;
}

/** One BOS at most: added when the model asks for it and the template has not written it. */
async function tokenise(segments: readonly Segment[], vocabulary: Vocabulary): Promise<Token[]> {
  const tokens: Token[] = [];
  for (const segment of segments) {
    if (segment.kind === 'special') tokens.push(segment.token);
    else for (const token of await tokeniseText(segment.text, vocabulary)) tokens.push(token);
  }
  const { bos, addBos } = vocabulary;
  if (bos === null) return tokens;
  while (tokens[0] === bos && tokens[1] === bos) tokens.shift();
  if (addBos && tokens[0] !== bos) tokens.unshift(bos);
  return tokens;
}

/** The pieces up to an offset of the whole text. */
function cut(pieces: Pieces, end: number): Pieces {
  const kept: { text: string; origin: 'template' | 'content' }[] = [];
  let at = 0;
  for (const piece of pieces) {
    if (at >= end) break;
    kept.push({ ...piece, text: piece.text.slice(0, end - at) });
    at += piece.text.length;
  }
  return kept;
}
