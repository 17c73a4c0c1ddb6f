import { setImmediate } from 'node:timers/promises';
import type { Vocabulary } from '../engine/engine.ts';
import { Fault } from '../fault.ts';
import { sliceLength } from './tokenise-text.ts';

/** @throws Fault TOO_MANY_TOKENS, with both numbers; nothing is ever truncated */
export function requireBudget(tokens: number, limit: number, about = ''): void {
  if (tokens <= limit) return;
  const counted = `${about}${tokens.toLocaleString('en-US')}`;
  const allowed = limit.toLocaleString('en-US');
  throw new Fault(
    'TOO_MANY_TOKENS',
    `The decision needs ${counted} tokens and the budget is ${allowed}.`,
    'Shorten the evidence, the question or the options, or load the model with a larger context and budget.',
    { fields: [{ path: 'state', message: `${counted} tokens in all`, limit: `${allowed} tokens` }] },
  );
}

/** @throws Fault TOO_MANY_TOKENS, with both numbers, when all decisions of a request together are too long */
export function requireRequestBudget(tokens: number, limit: number): void {
  if (tokens <= limit) return;
  const counted = tokens.toLocaleString('en-US');
  const allowed = limit.toLocaleString('en-US');
  throw new Fault(
    'TOO_MANY_TOKENS',
    `The request needs ${counted} tokens and its budget is ${allowed}.`,
    'Send fewer or shorter decisions in one request; evidence that several share counts once.',
    { fields: [{ path: '', message: `${counted} tokens in all`, limit: `${allowed} tokens` }] },
  );
}

/**
 * Refuses a text that is hopelessly long before it is tokenised in one piece, which would block the event loop. Counts
 * slice by slice and gives the loop its turn between them; a cut can cost two tokens, so only a clear excess counts.
 * @throws Fault TOO_MANY_TOKENS
 */
export async function refuseHopeless(text: string, vocabulary: Vocabulary, limit: number): Promise<void> {
  if (text.length <= 2 * sliceLength) return;
  let tokens = 0;
  let cuts = 0;
  for (let at = 0; at < text.length; at += sliceLength) {
    tokens += vocabulary.tokenise(text.slice(at, at + sliceLength), false).length;
    cuts += 1;
    await setImmediate();
  }
  if (tokens - 4 * cuts > limit) requireBudget(tokens, limit, 'about ');
}
