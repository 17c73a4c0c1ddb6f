import type { Walker, WalkOptions } from '../engine/walker.ts';
import { Fault } from '../fault.ts';
import { readSlots, type SlotReading, type SlotReference } from '../readout/read-slots.ts';
import type { EncodedOrder } from './encode-decision.ts';

export interface OrderReading extends SlotReading {
  /** Tokens of the prompt that were reused. */
  reused: number;
}

/** One order of a decision: evaluates the prompt and reads its slots, whose logits are put into the caller's order. */
export async function readOrder(
  walker: Walker,
  order: EncodedOrder,
  references: readonly SlotReference[],
  { signal, onTokens }: Pick<WalkOptions, 'signal' | 'onTokens'>,
): Promise<OrderReading> {
  const { path, last, shared } = order;
  const checkpointsAt = [shared];
  const reused = await walker.walk(path, { checkpointsAt, signal, onTokens });
  const { logits, mass, bound } = await readSlots(
    async (request) => {
      const [shares] = await walker.branch(path, () => walker.engine.readLargest([last], [request]), { checkpointsAt });
      if (shares === undefined) throw new Fault('ENGINE_FAILED', 'Nothing was read.', 'Load the model again.');
      return shares;
    },
    order.slots,
    references,
    walker.engine.vocabulary.size,
  );
  onTokens?.(order.tokens.length);
  const inCallersOrder = order.optionOrder.map(() => Number.NaN);
  for (const [place, option] of order.optionOrder.entries()) inCallersOrder[option] = logits[place] ?? Number.NaN;
  return { logits: inCallersOrder, mass, bound, reused };
}
