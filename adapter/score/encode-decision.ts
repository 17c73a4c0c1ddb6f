import { setImmediate } from 'node:timers/promises';
import type { ScoringSettings } from '../configuration/scoring-settings.ts';
import type { Decision } from '../decision/decision.ts';
import type { Token, Vocabulary } from '../engine/engine.ts';
import { type Path, promptBorders } from '../engine/path.ts';
import { Fault } from '../fault.ts';
import type { ChatTemplate } from '../prompt/chat-template.ts';
import { optionTexts } from '../prompt/option-texts.ts';
import { renderPrompt, withoutEvidence } from '../prompt/render-prompt.ts';
import type { RenderedPrompt } from '../prompt/rendered-prompt.ts';
import { chooseSlots, slotLabels } from '../prompt/slots.ts';
import { answerPlace } from './answer-place.ts';
import { refuseHopeless, requireBudget } from './token-budget.ts';
import { endingText, tokenisePrompt } from './tokenise-prompt.ts';
import { sliceLength, tokeniseText } from './tokenise-text.ts';

/** A prompt ready for evaluation: its tokens less the last as a path, and the last. */
export interface EncodedPrompt {
  prompt: RenderedPrompt;
  tokens: readonly Token[];
  path: Path;
  last: Token;
  /** Tokens that several questions share. */
  shared: number;
}

/** One pass of the letters readout: the options in one order. */
export interface EncodedOrder extends EncodedPrompt {
  /** Indices into the decision's options, in the order in which the model reads them. */
  optionOrder: readonly number[];
  labels: string[];
  /** The slots' tokens, in the order in which the model reads the options. */
  slots: Token[];
}

export interface EncodedTexts {
  context: EncodedPrompt;
  /** The same question with "N/A" as evidence. */
  without: EncodedPrompt;
  /** Tokens of each option's text, in the caller's order. */
  options: Token[][];
}

/** What the encoding of a decision depends on beside itself. */
export interface Encoding {
  vocabulary: Vocabulary;
  batchTokens: number;
  /** Tokens that the decision may need. */
  limit: number;
}

/** @param settle the tokens as they are before an answer; unchanged unless told */
async function encode(
  prompt: RenderedPrompt,
  { vocabulary, batchTokens, limit }: Encoding,
  settle = (tokens: readonly Token[]): readonly Token[] => tokens,
): Promise<EncodedPrompt> {
  await refuseHopeless(prompt.text, vocabulary, limit);
  const tokenised = await tokenisePrompt(prompt, vocabulary);
  await setImmediate();
  const tokens = settle(tokenised.tokens);
  const shared = Math.min(tokenised.shared, Math.max(0, tokens.length - 1));
  const last = tokens.at(-1);
  if (last === undefined) throw new Fault('UNEXPECTED', 'The prompt has no tokens.', 'Report this with the decision.');
  const path = { tokens, borders: promptBorders(tokens.length, shared, batchTokens) };
  return { prompt, tokens, path, last, shared };
}

/**
 * One order of a decision for the letters readout.
 * @throws Fault TOO_MANY_TOKENS, TOO_MANY_OPTIONS, SLOT_NOT_ONE_TOKEN, NO_CHAT_TEMPLATE, CHAT_TEMPLATE_FAILED
 */
export async function encodeOrder(
  decision: Decision,
  settings: ScoringSettings,
  template: ChatTemplate,
  optionOrder: readonly number[],
  encoding: Encoding,
): Promise<EncodedOrder> {
  const version = settings.prompt_version;
  if (version === 'plain-text-v1')
    throw new Fault(
      'INVALID_REQUEST',
      'The prompt plain-text-v1 has no answer slots, so the letters readout cannot use it.',
      'Choose direct-options-v2 for letters, or the texts readout.',
      { fields: [{ path: 'prompt_version', message: 'Not a prompt for letters.' }] },
    );
  const render = (labels: readonly string[]) => renderPrompt(decision, { version, template, labels, optionOrder });
  // The answer position is the same whatever the labels, so they are chosen on a prompt that has the likeliest ones.
  const likeliest = firstLabels(decision.options.length);
  const draft = render(likeliest);
  const place = answerPlace(encoding.vocabulary, endingText(promptEnd(draft), encoding.vocabulary));
  const tokens = new Map<string, Token>();
  const slots = chooseSlots(version, decision.options.length, (label) => {
    const token = place.tokenOf(label);
    if (token !== null) tokens.set(label, token);
    return token;
  });
  const labels = slots.map(({ label }) => label);
  const prompt = labels.every((label, index) => label === likeliest[index]) ? draft : render(labels);
  const encoded = await encode(prompt, encoding, place.settle);
  requireBudget(encoded.tokens.length, encoding.limit);
  return { ...encoded, optionOrder, labels, slots: labels.flatMap((label) => tokens.get(label) ?? []) };
}

/**
 * A decision for the texts readout.
 * @throws Fault TOO_MANY_TOKENS, counting the context and all option tokens
 */
export async function encodeTexts(decision: Decision, encoding: Encoding): Promise<EncodedTexts> {
  const request = { version: 'plain-text-v1', template: null, labels: [] } as const;
  const context = await encode(renderPrompt(decision, request), encoding);
  const texts = optionTexts(decision);
  for (const text of texts) await refuseHopeless(text, encoding.vocabulary, encoding.limit);
  const options: Token[][] = [];
  let untilTurn = sliceLength;
  for (const text of texts) {
    options.push(await tokeniseText(text, encoding.vocabulary));
    untilTurn -= text.length;
    if (untilTurn > 0) continue;
    untilTurn = sliceLength;
    await setImmediate();
  }
  const optionTokens = options.reduce((sum, tokens) => sum + tokens.length, 0);
  requireBudget(context.tokens.length + optionTokens, encoding.limit);
  const empty = options.findIndex((tokens) => tokens.length === 0);
  if (empty >= 0)
    throw new Fault('INVALID_REQUEST', 'An option has no text that the model can read.', 'Describe the option.', {
      fields: [{ path: `options[${empty}].description`, message: 'It becomes no token.' }],
    });
  const without = await encode(renderPrompt(withoutEvidence(decision), request), encoding);
  return { context, without, options };
}

function firstLabels(count: number): string[] {
  const labels: string[] = [];
  for (const label of slotLabels()) {
    if (labels.length === count) break;
    labels.push(label);
  }
  return labels;
}

/** The last pieces of a prompt, long enough to say which token a label is after them. */
function promptEnd({ pieces }: RenderedPrompt): RenderedPrompt['pieces'] {
  return pieces
    .slice(-2)
    .map((piece) => (piece.origin === 'content' ? { ...piece, text: piece.text.slice(-200) } : piece));
}
