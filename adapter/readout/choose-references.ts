import type { Engine, Token } from '../engine/engine.ts';
import type { Walker } from '../engine/walker.ts';
import { Fault } from '../fault.ts';
import { readSlots, type SlotReading, type SlotReference } from './read-slots.ts';

/** Candidates for reference tokens, spread evenly over the vocabulary: the lowest of 512 lies far below the likeliest. */
const candidateCount = 512;
/** Several, so that one is left when others are slots. */
const referenceCount = 3;
const lift = 50;
/** The text after which the readout is tried at load: any ordinary one. */
const trialText = 'The answer is';
/** Largest difference of two readings of one logit: single precision gives 4e-6 a reading. */
const logitTolerance = 1e-4;
/** The engine adds its softmax up in single precision: 2e-4 of a probability, measured at 49,000 entries. */
const probabilityTolerance = 1e-3;

/**
 * Proves the readout on this model. The exact probability of the likeliest token is read without any trick and must be
 * what the lifted read says; both with the last token evaluated alone.
 * @throws Fault SELF_TEST_FAILED
 */
export async function proveReadout(walker: Walker, signal?: AbortSignal): Promise<void> {
  const { engine } = walker;
  const { vocabulary } = engine;
  const text = vocabulary.tokenise(trialText, false);
  const tokens = vocabulary.addBos && vocabulary.bos !== null ? [vocabulary.bos, ...text] : text;
  const references = await chooseReferences(walker, [tokens], signal);
  const { greedy, logits } = await readCandidates(walker, tokens, signal);

  const { last, path, options } = trialPath(tokens, signal);
  const read = async (slots: readonly Token[]): Promise<SlotReading> =>
    await readSlots(
      async (request) => {
        const [result] = await walker.branch(path, () => engine.readLargest([last], [request]), options);
        if (result === undefined) throw failed('nothing was read');
        return result;
      },
      slots,
      references,
      vocabulary.size,
    );
  const taken = new Set(references.map(({ token }) => token));
  const likeliest = [...logits].filter(([token]) => !taken.has(token)).sort(([, a], [, b]) => b - a);
  const trial = likeliest.slice(0, 17).map(([token]) => token);
  const several = await read(trial);
  for (const [index, token] of trial.entries()) {
    const difference = Math.abs((several.logits[index] ?? Number.NaN) - (logits.get(token) ?? Number.NaN));
    if (!(difference <= logitTolerance)) throw failed(`two readings of one logit differ by ${difference}`);
  }
  if (!vocabulary.endsGeneration(greedy.token)) {
    const alone = await read([greedy.token]);
    const difference = Math.abs(alone.mass - greedy.probability);
    if (!(difference <= alone.bound + probabilityTolerance))
      throw failed(`the likeliest token has ${greedy.probability} and reads as ${alone.mass} ± ${alone.bound}`);
  }
}

/**
 * Chooses reference tokens by the ends of some prompts: those that stay farthest below the likeliest token. A model's
 * raw logits lie elsewhere after a chat template than after plain text (on SmolLM2 by 20), so the prompts must be of the
 * kind that is read later; otherwise the ceilings do not fit and each read takes two more evaluations.
 * @throws Fault SELF_TEST_FAILED
 */
export async function chooseReferences(
  walker: Walker,
  prompts: readonly (readonly Token[])[],
  signal?: AbortSignal,
): Promise<SlotReference[]> {
  const highest = new Map<Token, number>();
  const gaps = new Map<Token, number[]>();
  const tops: number[] = [];
  for (const tokens of prompts) {
    const { greedy, logits, top } = await readCandidates(walker, tokens, signal);
    tops.push(top);
    for (const [token, logit] of logits) {
      if (token === greedy.token) continue;
      highest.set(token, Math.max(logit, highest.get(token) ?? Number.NEGATIVE_INFINITY));
      gaps.set(token, [...(gaps.get(token) ?? []), top - logit]);
    }
  }
  const ranked = [...gaps]
    // the likeliest token of a prompt is not among its candidates, and no reference
    .filter(([, each]) => each.length === prompts.length)
    .map(([token, each]) => ({ token, gap: Math.min(...each) }))
    .sort((a, b) => b.gap - a.gap);
  if (ranked.length < referenceCount) throw failed('the vocabulary is too small');
  const lowestTop = Math.min(...tops);
  return ranked.slice(0, referenceCount).map(({ token }) => ({
    token,
    // half way: far enough below the top for a negligible share, and with room for other positions
    ceiling: ((highest.get(token) ?? 0) + lowestTop) / 2,
    level: Math.round(Math.max(...tops)),
  }));
}

/** The likeliest token after a prompt, and the raw logits of it and of the candidates for references. */
async function readCandidates(walker: Walker, tokens: readonly Token[], signal: AbortSignal | undefined) {
  const { engine } = walker;
  const { vocabulary } = engine;
  const { last, path, options } = trialPath(tokens, signal);
  const [greedy] = await walker.branch(path, () => engine.readGreedy([last]), options);
  if (greedy === undefined || !(greedy.probability > 0)) throw failed('the likeliest token has no probability');
  const [first, ...candidates] = pickCandidates(engine, greedy.token);
  if (first === undefined || candidates.length < referenceCount) throw failed('the vocabulary is too small');
  const greedyLifted = vocabulary.endsGeneration(greedy.token) ? [] : [greedy.token];
  const lifted = [...greedyLifted, ...candidates];
  const [shares] = await walker.branch(
    path,
    () =>
      engine.readLargest(
        [last],
        [{ count: lifted.length + 1, lifted, lift, reference: { token: first, level: lift, certifyAtMost: null } }],
      ),
    options,
  );
  const anchor = shares?.get(first) ?? 0;
  const logits = new Map(lifted.map((token) => [token, Math.log((shares?.get(token) ?? 0) / anchor)]));
  if (![...logits.values()].every(Number.isFinite)) throw failed('a logit is not finite');
  const top = Math.max(...logits.values());
  return { greedy, logits, top };
}

/** A prompt as it is scored: all but the last token, then the last alone. */
function trialPath(tokens: readonly Token[], signal: AbortSignal | undefined) {
  const last = tokens.at(-1);
  if (last === undefined || tokens.length < 2) throw failed('the tokeniser gives no tokens');
  const path = { tokens, borders: [tokens.length - 1] };
  return { last, path, options: { checkpointsAt: path.borders, signal } };
}

function pickCandidates(engine: Engine, greedy: Token): Token[] {
  const { vocabulary } = engine;
  const step = Math.max(1, Math.floor(vocabulary.size / candidateCount));
  const picked: Token[] = [];
  let index = 0;
  for (const token of vocabulary.all()) {
    // labels are left out, since a slot can be no reference
    if (index % step === 0 && token !== greedy && !vocabulary.endsGeneration(token))
      if (!/^[\s▁]*[A-Z]{1,3}$/.test(vocabulary.text(token))) picked.push(token);
    index += 1;
  }
  return picked;
}

function failed(why: string): Fault {
  return new Fault(
    'SELF_TEST_FAILED',
    `The readout was tried on this model and cannot be trusted: ${why}.`,
    'Try another model, or load this one with no GPU layers.',
  );
}
