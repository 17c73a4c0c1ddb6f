import type { Decision } from '../../adapter/decision/decision.ts';
import { asFault, type Fault } from '../../adapter/fault.ts';
import type { ComparisonWithLocal } from '../contract/deployments.ts';
import { latency } from '../statistics/latency.ts';
import { comparisonSentence } from './comparison-sentence.ts';

/** One side of a comparison: options in the decision's order. */
export type ScoreOne = (
  decision: Decision,
  signal: AbortSignal,
) => Promise<{ probabilities: number[]; seconds: number }>;

export interface ComparisonParts {
  decisions: readonly Decision[];
  /** Null when the model is not on this machine: then only the endpoint is asked. */
  local: ScoreOne | null;
  endpoint: ScoreOne;
  /** Of the difference of one probability, from 0 to 1. */
  limit: number;
  signal: AbortSignal;
  onProgress?: (done: number, total: number) => void;
}

/**
 * Scores decisions here and on an endpoint, one after the other. They disagree when a first choice differs where the
 * local margin exceeds twice the limit, or a probability differs by more than the limit. What fails on either side is
 * told, and counts as no agreement.
 * @throws Fault CANCELLED, and what would befall every sample: ACCESS_DENIED, SIGNED_OUT, NOT_FOUND, NO_MODEL, BUSY
 */
export async function compareWithLocal(parts: ComparisonParts): Promise<ComparisonWithLocal> {
  const { decisions, local, endpoint, limit, signal, onProgress } = parts;
  const rows: ComparedSample[] = [];
  const seconds = { local: [] as number[], endpoint: [] as number[] };
  for (const decision of decisions) {
    signal.throwIfAborted();
    try {
      // One after the other: neither waits for the other's share of the machine.
      const here = local === null ? null : await local(decision, signal);
      const there = await endpoint(decision, signal);
      if (here !== null) seconds.local.push(here.seconds);
      seconds.endpoint.push(there.seconds);
      rows.push(compareOne(decision, here?.probabilities ?? null, there.probabilities));
    } catch (error) {
      const fault = asFault(error);
      if (signal.aborted || endsAll(fault)) throw fault;
      rows.push({ ...nothing, id: decision.id, fault: fault.toData() });
    }
    onProgress?.(rows.length, decisions.length);
  }
  return summarise(rows, { limit, compared: local !== null, seconds });
}

type ComparedSample = ComparisonWithLocal['rows'][number];

const nothing = { local_choice: null, endpoint_choice: null, local_margin: null, difference: null };

/** What would befall every sample. */
function endsAll({ code }: Fault): boolean {
  return ['ACCESS_DENIED', 'SIGNED_OUT', 'NOT_FOUND', 'NO_MODEL', 'CANCELLED', 'BUSY', 'CONFLICT'].includes(code);
}

function compareOne({ id, options }: Decision, here: number[] | null, there: number[]): ComparedSample {
  const choice = (probabilities: number[]) => options[probabilities.indexOf(Math.max(...probabilities))]?.id ?? null;
  const common = { id, endpoint_choice: choice(there), fault: null };
  if (here === null) return { ...nothing, ...common };
  const [first = 0, second = 0] = here.toSorted((a, b) => b - a);
  const difference = Math.max(...here.map((p, option) => Math.abs(p - (there[option] ?? 0))));
  return { ...common, local_choice: choice(here), local_margin: first - second, difference };
}

function summarise(
  rows: readonly ComparedSample[],
  how: { limit: number; compared: boolean; seconds: { local: number[]; endpoint: number[] } },
): ComparisonWithLocal {
  const { limit, compared, seconds } = how;
  const scored = rows.filter(({ fault }) => fault === null);
  const differences = scored.flatMap(({ difference }) => (difference === null ? [] : [difference]));
  const agreed = compared ? scored.filter((row) => row.local_choice === row.endpoint_choice).length : 0;
  const failed = rows.length - scored.length;
  const disagrees =
    failed > 0 ||
    scored.some(
      ({ local_choice, endpoint_choice, local_margin, difference }) =>
        (difference ?? 0) > limit || (local_choice !== endpoint_choice && (local_margin ?? 0) > 2 * limit),
    );
  const verdict = disagrees && (compared || failed > 0) ? 'disagrees' : compared ? 'agrees' : 'not-compared';
  const facts = {
    samples: rows.length,
    failed,
    agreed,
    largest_difference: differences.length === 0 ? null : Math.max(...differences),
    limit,
    verdict,
    local: compared ? quantiles(seconds.local) : null,
    endpoint: quantiles(seconds.endpoint),
  } as const;
  const ordered = rows.toSorted((a, b) => rank(b) - rank(a));
  return { ...facts, sentence: comparisonSentence(facts), rows: ordered };
}

/** Failed ones first, then by how much they differ. */
function rank({ fault, difference }: ComparedSample): number {
  return fault === null ? (difference ?? 0) : 2;
}

function quantiles(seconds: number[]): ComparisonWithLocal['endpoint'] {
  const { p50, p95 } = latency(seconds);
  return p50 === null || p95 === null ? null : { p50_seconds: p50, p95_seconds: p95 };
}
