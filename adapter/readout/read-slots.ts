import type { LargestRequest, Shares, Token } from '../engine/engine.ts';
import { Fault } from '../fault.ts';
import { nonFinite } from './softmax.ts';

/**
 * Lift of the slots above all other tokens. Larger than any spread of logits met, and small enough that the others'
 * shares stay within single precision (e^-50 = 2e-22, smallest normal number 1e-38).
 */
const lift = 50;
/**
 * How many other tokens are read beside the slots, for the share that the slots have of the whole vocabulary. Their
 * copy into JavaScript runs on the main thread: 4,096 take about 1.5 ms, and 5 ms is the limit.
 */
const largestOthers = 4096;
/** Shares below this may have been rounded to zero: the smallest normal number of single precision is 1.2e-38. */
const smallestShare = 1.2e-38;
/** Relative error of a share: half a step of single precision at a lifted logit below 128, doubled for the exponential. */
const shareError = 8e-6;

/** A token that is sacrificed to tell logits absolutely, and what is known about it; chosen when a model is loaded. */
export interface SlotReference {
  token: Token;
  /** Its own logit must be at most this, or the read is repeated; far below the likeliest token's. */
  ceiling: number;
  /** The logit that it appears with: near the likeliest token's, where single precision is best. */
  level: number;
}

export interface SlotReading {
  /** Raw logits of the slots, in their order. */
  logits: number[];
  /** Share of the full next-token distribution that lies on the slots, in [mass − bound, mass + bound]. */
  mass: number;
  bound: number;
}

/** Evaluates the last prompt token and reads after it; may be called again, from the same state. */
export type ReadLast = (request: LargestRequest) => Promise<Shares>;

/**
 * The slots' raw logits and their share of the whole distribution, from one evaluation.
 *
 * The engine gives probabilities over the largest logits and no logits. So the slots are lifted above all others, and a
 * reference token gets a known logit: `logit_i = ln(p_i / p_reference) + level`. The reference's own logit is lost by
 * that, so its share is bounded by a ceiling that the read itself certifies. Where the certificate fails (the reference
 * became likely) the share and the level are read separately, which evaluates the last token twice more.
 *
 * @param references tried in order; one that is itself a slot is passed over
 * @throws Fault NON_FINITE_LOGIT, SELF_TEST_FAILED (the engine returned other entries than those asked for)
 */
export async function readSlots(
  read: ReadLast,
  slots: readonly Token[],
  references: readonly SlotReference[],
  vocabularySize: number,
): Promise<SlotReading> {
  const taken = new Set<Token>(slots);
  const reference = references.find(({ token }) => !taken.has(token));
  if (reference === undefined)
    throw new Fault(
      'SELF_TEST_FAILED',
      'Every reference token of this model is also a slot.',
      'Use the texts readout with this model.',
    );
  const { token, ceiling, level } = reference;
  const lifted = level + lift;

  const count = Math.min(vocabularySize, slots.length + 1 + largestOthers);
  const shares = await read({
    count,
    lifted: slots,
    lift,
    reference: { token, level: lifted, certifyAtMost: ceiling },
  });
  const anchor = shares.get(token);
  if (anchor !== undefined && anchor > 0 && slots.every((slot) => (shares.get(slot) ?? 0) > 0)) {
    requireEntries(shares, count, [...slots, token]);
    const logits = slots.map((slot) => Math.log((shares.get(slot) ?? 0) / anchor) + level);
    return checked({ logits, ...massOf(shares, slots, vocabularySize, token, anchor * Math.exp(ceiling - lifted)) });
  }

  const withoutReference = Math.min(vocabularySize, slots.length + largestOthers);
  const plain = await read({ count: withoutReference, lifted: slots, lift, reference: null });
  requireEntries(plain, withoutReference, slots);
  const likeliest = slots.reduce((a, b) => ((plain.get(b) ?? 0) > (plain.get(a) ?? 0) ? b : a));
  const pair = await read({
    count: 2,
    lifted: [likeliest],
    lift,
    reference: { token, level: lifted, certifyAtMost: null },
  });
  requireEntries(pair, 2, [likeliest, token]);
  const known = Math.log((pair.get(likeliest) ?? 0) / (pair.get(token) ?? 0)) + level;
  const base = plain.get(likeliest) ?? 0;
  const logits = slots.map((slot) => Math.log((plain.get(slot) ?? 0) / base) + known);
  return checked({ logits, ...massOf(plain, slots, vocabularySize, null, 0) });
}

/**
 * The slots' share of everything. What was not returned is at most `(V − returned) · smallest`, and the reference at
 * most `referenceAtMost`, in the units of the other shares; the truth lies between with and without them.
 */
function massOf(
  shares: Shares,
  slots: readonly Token[],
  vocabularySize: number,
  reference: Token | null,
  referenceAtMost: number,
): { mass: number; bound: number } {
  const slotSet = new Set<Token>(slots);
  let onSlots = 0;
  let onOthers = 0;
  let smallest = Number.POSITIVE_INFINITY;
  for (const [token, share] of shares) {
    if (slotSet.has(token)) onSlots += share;
    else if (token !== reference) {
      onOthers += share;
      if (share < smallest) smallest = share;
    }
  }
  onSlots *= Math.exp(-lift);
  const left = vocabularySize - shares.size;
  const rounded = shares.size * smallestShare;
  const tail = (left > 0 ? left * Math.max(smallest, smallestShare) : 0) + referenceAtMost + rounded;
  const most = onSlots / (onSlots + onOthers);
  const least = onSlots / (onSlots + onOthers + tail);
  return { mass: (most + least) / 2, bound: (most - least) / 2 + 2 * shareError * most };
}

function requireEntries(shares: Shares, count: number, tokens: readonly Token[]): void {
  if (shares.size === count && tokens.every((token) => shares.has(token))) return;
  throw new Fault(
    'SELF_TEST_FAILED',
    `The engine returned ${shares.size} probabilities where ${count} were asked for, or not those of the slots.`,
    'This engine version cannot be read: install the one that the project pins.',
  );
}

function checked(reading: SlotReading): SlotReading {
  const values = [...reading.logits, reading.mass, reading.bound];
  if (!values.every(Number.isFinite)) throw nonFinite(values);
  return reading;
}
