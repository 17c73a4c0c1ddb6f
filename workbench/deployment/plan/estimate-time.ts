import type { Order } from '../../../adapter/configuration/scoring-settings.ts';
import { instanceTypes } from './instance-types.ts';
import type { TimeEstimate } from './plan.ts';
import type { PlanFacts } from './plan-facts.ts';
import { typesOf } from './read-target.ts';

/** Seconds for one request: above the first it warns, above the second the platform stops waiting. */
export const REQUEST_SECONDS = { slow: 40, tooSlow: 60 } as const;

/** How often the prompt is evaluated for one decision. */
export function passesOf(order: Order, options: number): number {
  return order === 'rotations' ? options : order === 'both-ways' ? 2 : 1;
}

/**
 * Prompt tokens × passes × decisions against the rate of the slowest type that can be chosen. One token of a prompt costs
 * about one multiply-add for each parameter.
 */
export function estimateTime({ target, model, configuration, samples }: PlanFacts): TimeEstimate {
  const unknown = (sentence: string, tokens_per_second: number | null = null): TimeEstimate => ({
    longest_seconds: null,
    p50_seconds: null,
    p95_seconds: null,
    tokens_per_second,
    verdict: 'unknown',
    sentence,
  });
  if (target.path === 'standard') {
    return unknown('How long an answer takes depends on how much text is asked for, at most 60 seconds a call.');
  }
  const types = typesOf(target.instances);
  const known = types.flatMap((type) => instanceTypes[type] ?? []);
  if (known.length < types.length) return unknown('Nothing is known of the speed of an instance type that was chosen.');
  if (model.parameters === null)
    return unknown('The number of the model’s parameters is not known, so no time can be estimated.');
  const rate = (Math.min(...known.map(({ giga_macs }) => giga_macs)) * 1e9) / model.parameters;
  if (samples === null || samples.tokens.length === 0) {
    return unknown(`About ${round(rate)} prompt tokens a second; without samples no time can be estimated.`, rate);
  }
  const passes = passesOf(configuration?.order ?? 'as-given', samples.options);
  const seconds = samples.tokens.map((tokens) => (tokens * passes) / rate).sort((a, b) => a - b);
  const single = seconds.at(-1) ?? 0;
  const longest = single * target.decisions_per_request;
  const verdict = longest > REQUEST_SECONDS.tooSlow ? 'too-slow' : longest > REQUEST_SECONDS.slow ? 'slow' : 'fine';
  const p50 = quantile(seconds, 0.5);
  const p95 = quantile(seconds, 0.95);
  return {
    longest_seconds: longest,
    p50_seconds: p50,
    p95_seconds: p95,
    tokens_per_second: rate,
    verdict,
    sentence:
      `A decision takes ${about(p50)} (median) and ${about(p95)} (95 %), the longest request ${about(longest)}, at about ` +
      `${round(Math.min(rate, FASTEST))} prompt tokens a second on the slowest type. An estimate: the check measures it.`,
  };
}

/** The nearest-rank quantile of sorted values. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** Beyond it other things than the prompt take the time. */
const FASTEST = 10_000;

function about(seconds: number): string {
  return seconds < 0.1 ? 'less than 0.1 s' : `about ${round(seconds)} s`;
}

/** Two significant digits: it is an estimate. */
function round(value: number): string {
  return String(Number(value.toPrecision(2)));
}
