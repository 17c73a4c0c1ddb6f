import type { Option } from '../../../adapter/decision/decision.ts';
import { MAX_SUM_ERROR } from './remote-limits.ts';
import { UnusableAnswer } from './unusable-answer.ts';

/**
 * What adding doubles makes of a sum of 1, far below what a server rounds to: dividing by such a sum would only make
 * other numbers of those that were given.
 */
const ADDING_ERROR = 1e-12;

/**
 * Probabilities in the order of the decision's options, scaled to a sum of 1 where a server has rounded them.
 * @returns also where each option stood in the answer
 * @throws UnusableAnswer for other options than were asked about, and for numbers that are no distribution
 */
export function orderProbabilities(
  options: readonly Option[],
  ids: readonly string[],
  given: readonly number[],
  host: string,
): { probabilities: number[]; places: number[] } {
  if (ids.length !== options.length || given.length !== options.length || new Set(ids).size !== ids.length) {
    throw new UnusableAnswer(
      host,
      `${given.length} probabilities of ${ids.length} options, asked were ${options.length}`,
    );
  }
  const places = options.map(({ id }) => ids.indexOf(id));
  if (places.includes(-1)) throw new UnusableAnswer(host, 'its options are not those that were asked about');
  const ordered = places.map((place) => given[place] ?? Number.NaN);
  const sum = ordered.reduce((total, p) => total + p, 0);
  if (!ordered.every((p) => p >= 0 && p <= 1) || !(Math.abs(sum - 1) <= MAX_SUM_ERROR)) {
    throw new UnusableAnswer(host, 'its numbers are no probabilities: each from 0 to 1, together 1');
  }
  const exact = Math.abs(sum - 1) <= ADDING_ERROR;
  return { probabilities: exact ? ordered : ordered.map((p) => p / sum), places };
}
