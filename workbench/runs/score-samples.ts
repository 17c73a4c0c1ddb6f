import type { Configuration, ScoringConfiguration } from '../../adapter/configuration/configuration.ts';
import type { ScoringSettings } from '../../adapter/configuration/scoring-settings.ts';
import { asFault, Fault } from '../../adapter/fault.ts';
import type { DecisionResult } from '../../adapter/score/result.ts';
import type { Run, RunRow } from '../contract/runs.ts';
import { resolveScoring } from '../decisions/default-scoring.ts';
import type { EngineOwner } from '../engine/owner.ts';
import type { Sample } from '../samples/sample.ts';
import { askSample } from './ask-sample.ts';
import { askedSha256 } from './asked-sha256.ts';
import { isRowFault } from './judge-row-fault.ts';
import type { PlannedSample } from './run-files.ts';

/** A sample that was scored, or tried: its row, and what the row does not hold. */
export interface ScoredSample {
  row: RunRow;
  result: DecisionResult | null;
  settings: ScoringSettings | null;
  scoring: ScoringConfiguration | null;
}

/** What scoring a run's samples depends on. */
export interface SampleScoring {
  engine: EngineOwner;
  run: Run;
  /** The saved one that the run is under; null without one. */
  configuration: Configuration | null;
  samples: ReadonlyMap<string, Sample>;
  maxPromptTokens: () => number;
  signal: AbortSignal;
}

/**
 * Scores one sample of a run's plan. What is a matter of this sample alone becomes a failed row.
 * @throws Fault for all that ends the run: no model, a model that changed, memory, cancelling
 */
export async function scoreSample(planned: PlannedSample, scoring: SampleScoring): Promise<ScoredSample> {
  const [id, sha256] = planned;
  const { engine, run, configuration, signal } = scoring;
  const sample = scoring.samples.get(id);
  const changed = changedSince(sample, sha256);
  if (changed !== null || sample === undefined) return failed(id, changed ?? removed(), 0);
  const began = performance.now();
  let used: ScoringSettings | null = null;
  let told: ScoringConfiguration | null = null;
  try {
    const decision = askSample(sample, run.configuration.question);
    const [result] = await engine.score(
      [decision],
      (defaults) => {
        used = requireOrder(resolveScoring(run.configuration.scoring, defaults, configuration));
        return used;
      },
      {
        maxPromptTokens: scoring.maxPromptTokens(),
        configuration,
        onScoring: (each) => {
          told = each;
        },
        signal,
        quiet: true,
      },
    );
    if (result === undefined) throw new Error('The engine gave no result');
    return { row: rowOf(id, result), result, settings: used, scoring: told };
  } catch (error) {
    const fault = asFault(error);
    if (signal.aborted || !isRowFault(fault) || fault instanceof RunFault) throw fault;
    return failed(id, fault, (performance.now() - began) / 1000);
  }
}

function rowOf(sample: string, result: DecisionResult): Extract<RunRow, { status: 'scored' }> {
  const { timing } = result;
  return {
    status: 'scored',
    sample,
    probabilities: result.probabilities,
    logits: result.option_logits,
    option_mass: result.allowed_token_mass,
    order_flip: result.x_order_flip ?? null,
    ...(result.x_abstained === undefined ? {} : { abstained: result.x_abstained }),
    input_tokens: result.input_tokens,
    evaluated_tokens: timing.evaluated_tokens ?? result.input_tokens,
    seconds: timing.total_seconds,
    prompt_sha256: result.prompt_sha256,
  };
}

function failed(sample: string, fault: Fault, seconds: number): ScoredSample {
  return {
    row: { status: 'failed', sample, fault: fault.toData(), seconds },
    result: null,
    settings: null,
    scoring: null,
  };
}

/** Why a row of a run is not used any more: its sample is another one than was asked about. Null while it is the same. */
export function changedSince(sample: Sample | undefined, sha256: string): Fault | null {
  if (sample === undefined) return removed();
  if (askedSha256(sample) === sha256) return null;
  return new Fault('CONFLICT', 'The sample was changed after the run was made.', 'Make a new run over the set.');
}

function removed(): Fault {
  return new Fault('CONFLICT', 'The sample was removed after the run was made.', 'Make a new run over the set.');
}

/** A fault that every sample would have: it ends the run though its code is one of a single sample. */
class RunFault extends Fault {}

function requireOrder(settings: ScoringSettings): ScoringSettings {
  if (settings.readout !== 'texts' || settings.order === 'as-given') return settings;
  throw new RunFault(
    'INVALID_REQUEST',
    `This model is read with texts, and the order ${settings.order} does nothing with them.`,
    'Run it as-given, or choose the letters readout.',
    { fields: [{ path: 'scoring.order', message: 'Only as-given with texts.' }] },
  );
}
