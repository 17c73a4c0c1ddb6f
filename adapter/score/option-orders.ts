import type { Order } from '../configuration/scoring-settings.ts';

/** The orders in which the model reads `count` options, as indices; the order as given comes first. */
export function optionOrders(order: Order, count: number): number[][] {
  const given = Array.from({ length: count }, (_, index) => index);
  if (order === 'as-given') return [given];
  if (order === 'both-ways') return [given, [...given].reverse()];
  return given.map((start) => [...given.slice(start), ...given.slice(0, start)]);
}

export interface CombinedOrders {
  /** Mean over the orders, options in the caller's order. */
  probabilities: number[];
  /** Whether the first choice differs between any two orders. */
  flip: boolean;
  /** Largest difference of one option's probability between any two orders. */
  spread: number;
}

/** @param each probabilities of each order, options in the caller's order */
export function combineOrders(each: readonly (readonly number[])[]): CombinedOrders {
  const first = each[0] ?? [];
  const column = (option: number) => each.map((probabilities) => probabilities[option] ?? Number.NaN);
  const probabilities = first.map((_, option) => column(option).reduce((a, b) => a + b, 0) / each.length);
  const choices = new Set(each.map(firstChoice));
  const spreads = first.map((_, option) => Math.max(...column(option)) - Math.min(...column(option)));
  return { probabilities, flip: choices.size > 1, spread: Math.max(0, ...spreads) };
}

/** Index of the largest; the earlier of equals. */
function firstChoice(probabilities: readonly number[]): number {
  return probabilities.reduce((best, value, index) => (value > (probabilities[best] ?? 0) ? index : best), 0);
}
