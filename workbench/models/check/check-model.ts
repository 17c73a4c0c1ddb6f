import { defaultSettings } from '../../../adapter/configuration/default-settings.ts';
import type { ScoringSettings } from '../../../adapter/configuration/scoring-settings.ts';
import type { Decision } from '../../../adapter/decision/decision.ts';
import { asFault, type FaultCode } from '../../../adapter/fault.ts';
import type { DecisionResult } from '../../../adapter/score/result.ts';
import type { ModelCheck, ModelHeader } from '../../contract/models.ts';
import { draftToDecisions } from '../../decisions/draft-to-decisions.ts';
import { listExamples, readExample } from '../../decisions/examples.ts';
import type { EngineOwner } from '../../engine/owner.ts';
import { describeCheck, type LettersFound } from './describe-check.ts';

/** After so long a check ends with what it has; on slow machines a large model takes seconds for one decision. */
const BUDGET_MS = 30_000;
/** However slow: fewer say nothing. */
const FEWEST = 3;
/** Longer examples say the same and take most of the time. */
const MAX_TOKENS = 1024;

/** What belongs to one decision alone: it is left out. */
const ofOneDecision: readonly FaultCode[] = ['TOO_MANY_TOKENS', 'TOO_MANY_OPTIONS'];
/** What makes letters impossible for this model, whatever is asked. */
const ofLetters: readonly FaultCode[] = [
  'NO_CHAT_TEMPLATE',
  'SEVERAL_CHAT_TEMPLATES',
  'CHAT_TEMPLATE_FAILED',
  'SLOT_NOT_ONE_TOKEN',
];

export interface CheckRun {
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (fraction: number) => void;
  now: () => Date;
  /** A clock in ms, for the budget. */
  clock?: () => number;
}

/**
 * Looks how the loaded model answers: the first question of each example decision, with letters in both orders (also when
 * texts are its default, to say why), and timed with its default readout.
 * @throws Fault NO_MODEL, CANCELLED, and what an engine that died throws
 */
export async function checkModel(engine: EngineOwner, header: ModelHeader, run: CheckRun): Promise<ModelCheck> {
  const { signal, onProgress, now, clock = () => performance.now() } = run;
  const began = clock();
  const examples = exampleDecisions();
  const masses: number[] = [];
  const order = { changed: 0, asked: 0 };
  let impossible: string | null = null;
  let decisions = 0;
  let seconds = 0;
  let tokens = 0;
  let readout: ModelCheck['readout'] | null = null;

  const ask = async (decision: Decision, settings: ScoringSettings | 'default'): Promise<DecisionResult | null> => {
    const choose = settings === 'default' ? (defaults: ScoringSettings) => defaults : settings;
    try {
      const [result] = await engine.score([decision], choose, { maxPromptTokens: MAX_TOKENS, signal, quiet: true });
      return result ?? null;
    } catch (error) {
      const fault = asFault(error);
      if (ofOneDecision.includes(fault.code)) return null;
      if (settings !== 'default' && ofLetters.includes(fault.code)) {
        impossible = fault.message;
        return null;
      }
      throw fault;
    }
  };

  for (const [index, decision] of examples.entries()) {
    if (decisions >= FEWEST && clock() - began > BUDGET_MS) break;
    onProgress(index / examples.length);
    const plain = await ask(decision, 'default');
    if (plain === null) continue;
    decisions += 1;
    readout = plain.x_readout;
    seconds += plain.timing.total_seconds;
    tokens += plain.timing.evaluated_tokens ?? plain.input_tokens;
    if (impossible !== null) continue;
    const both = await ask(decision, { ...defaultSettings.letters, order: 'both-ways' });
    if (both === null) continue;
    if (both.allowed_token_mass !== null) masses.push(both.allowed_token_mass);
    order.asked += 1;
    if (both.x_order_flip === true) order.changed += 1;
  }
  onProgress(1);
  const state = engine.state();
  const [model, threads] = state.status === 'ready' ? [state.model.sha256, state.report.threads] : ['', 0];
  const letters: LettersFound =
    masses.length === 0
      ? { option_mass: null, order: null, impossible }
      : { option_mass: { median: median(masses), lowest: Math.min(...masses) }, order, impossible };
  const check = {
    at: now().toISOString(),
    model_sha256: model,
    readout: readout ?? 'texts',
    decisions,
    slots: header.slots,
    thinking: header.thinking,
    decisions_per_minute: seconds === 0 ? 0 : (60 * decisions) / seconds,
    tokens_per_second: seconds === 0 ? 0 : tokens / seconds,
    threads,
  };
  const { option_mass, order: found } = letters;
  return { ...check, option_mass, order: found, sentences: describeCheck(check, letters) };
}

/** The first question of each example: twelve decisions of several kinds, in two languages. */
function exampleDecisions(): Decision[] {
  return listExamples().flatMap(({ file }) => draftToDecisions(readExample(file).draft).decisions?.slice(0, 1) ?? []);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
