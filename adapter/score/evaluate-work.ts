import type { Configuration } from '../configuration/configuration.ts';
import { configurationSha256 } from '../configuration/configuration-sha256.ts';
import type { DecisionEntry } from '../configuration/decision-entry.ts';
import type { ScoringSettings } from '../configuration/scoring-settings.ts';
import type { Walker } from '../engine/walker.ts';
import type { SlotReference } from '../readout/read-slots.ts';
import { softmax } from '../readout/softmax.ts';
import { applyEntry } from './apply-entry.ts';
import type { EncodedPrompt } from './encode-decision.ts';
import type { Work } from './encode-work.ts';
import type { LastPromptSums } from './last-prompt-sums.ts';
import { combineOrders } from './option-orders.ts';
import type { DecisionResult, ModelIdentity } from './result.ts';
import { probabilityStatus, readoutSentences } from './result-sentences.ts';
import { readOrder } from './score-letters.ts';
import { readTexts, type TextTerms } from './score-texts.ts';
import { startStopwatch } from './stopwatch.ts';

export interface Evaluation {
  walker: Walker;
  references: readonly SlotReference[];
  /** With texts: the terms without evidence. */
  terms: TextTerms | undefined;
  /** With texts: what was read after the prompt before this one. */
  lastSums: LastPromptSums;
  settings: ScoringSettings;
  model: ModelIdentity;
  configuration: Pick<Configuration, 'scoring' | 'decisions'>;
  /** What the configuration says of this decision. */
  entry: DecisionEntry | null;
  signal: AbortSignal | undefined;
  onTokens: (done: number, total: number) => void;
}

type Letters = Extract<Work, { readout: 'letters' }>;
type Texts = Extract<Work, { readout: 'texts' }>;
type Reading = Pick<
  DecisionResult,
  | 'probabilities'
  | 'option_logits'
  | 'answer_token_ids'
  | 'input_tokens'
  | 'allowed_token_mass'
  | 'x_allowed_token_mass_bound'
  | 'x_order_flip'
  | 'x_order_spread'
  | 'x_orders'
  | 'timing'
>;

/** Evaluates a decision and gives its result. */
export async function evaluateWork(work: Work, evaluation: Evaluation): Promise<DecisionResult> {
  const { settings, entry } = evaluation;
  const { prompt } = work.readout === 'letters' ? work.orders[0] : work.texts.context;
  const { timing, ...reading } = await (work.readout === 'letters'
    ? evaluateLetters(work, evaluation)
    : evaluateTexts(work, evaluation));
  const ids = work.decision.options.map(({ id }) => id);
  return {
    id: work.decision.id,
    option_ids: ids,
    ...reading,
    ...(entry === null ? {} : applyEntry(entry.decision, settings, ids, reading)),
    prompt_sha256: prompt.sha256,
    prompt_version: prompt.version,
    readout: readoutSentences[work.readout],
    x_readout: work.readout,
    probability_status: probabilityStatus(entry, settings.temperature),
    timing,
    model: evaluation.model,
    configuration_sha256: configurationSha256(evaluation.configuration),
  };
}

async function evaluateLetters(work: Letters, evaluation: Evaluation): Promise<Reading> {
  const { walker, references, settings, signal, onTokens } = evaluation;
  const [first, ...others] = work.orders;
  const total = work.orders.reduce((sum, { tokens }) => sum + tokens.length, 0);
  const watch = startStopwatch(work.encodeSeconds, 0);
  const given = await readOrder(walker, first, references, {
    signal,
    onTokens: (done) => {
      watch.reached(done, first.shared);
      onTokens(done, total);
    },
  });
  const each = [softmax(given.logits, settings.temperature)];
  let before = first.tokens.length;
  let { reused } = given;
  for (const order of others) {
    const reading = await readOrder(walker, order, references, {
      signal,
      onTokens: (done) => onTokens(before + done, total),
    });
    before += order.tokens.length;
    reused += reading.reused;
    each.push(softmax(reading.logits, settings.temperature));
  }
  const combined = combineOrders(each);
  const ids = work.decision.options.map(({ id }) => id);
  const byOption = new Map(first.optionOrder.map((option, place) => [option, first.slots[place]]));
  return {
    probabilities: combined.probabilities,
    option_logits: given.logits,
    answer_token_ids: ids.flatMap((_, option) => byOption.get(option) ?? []),
    input_tokens: first.tokens.length,
    allowed_token_mass: given.mass,
    x_allowed_token_mass_bound: given.bound,
    ...(settings.order === 'as-given'
      ? {}
      : {
          x_order_flip: combined.flip,
          x_order_spread: combined.spread,
          x_orders: work.orders.map((order, index) => ({
            option_ids: order.optionOrder.flatMap((option) => ids[option] ?? []),
            probabilities: each[index] ?? [],
          })),
        }),
    timing: { ...watch.stop(prefix(first, given.reused)), reused_tokens: reused },
  };
}

async function evaluateTexts(work: Texts, evaluation: Evaluation): Promise<Reading> {
  const { walker, terms, lastSums, settings, signal, onTokens } = evaluation;
  const { context, options } = work.texts;
  const optionTokens = options.reduce((sum, tokens) => sum + tokens.length, 0);
  const total = context.tokens.length + optionTokens;
  const watch = startStopwatch(work.encodeSeconds, terms?.seconds ?? 0);
  const report = {
    signal,
    onTokens: (done: number) => {
      watch.reached(done, context.shared);
      onTokens(done, total);
    },
  };
  const { sums, reused } = await readTexts(walker, context, options, report, lastSums.of(context));
  const logits = sums.map((sum, index) => sum - (terms?.sums[index] ?? Number.NaN));
  return {
    probabilities: softmax(logits, settings.temperature),
    option_logits: logits,
    answer_token_ids: options,
    input_tokens: total,
    allowed_token_mass: null,
    x_allowed_token_mass_bound: null,
    timing: watch.stop(prefix(context, reused)),
  };
}

function prefix({ shared }: EncodedPrompt, reused: number): { prefixTokens: number; reusedTokens: number } {
  return { prefixTokens: Math.max(shared, reused), reusedTokens: reused };
}
