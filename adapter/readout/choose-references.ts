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
 * Proves the readout on this model and chooses its reference tokens. The exact probability of the likeliest token is
 * read without any trick and must be what the lifted read says; both with the last token evaluated alone.
 * @throws Fault SELF_TEST_FAILED
 */
export async function chooseReferences(walker: Walker, signal?: AbortSignal): Promise<SlotReference[]> {
  const { engine } = walker;
  const { vocabulary } = engine;
  const text = vocabulary.tokenise(trialText, false);
  const tokens = vocabulary.addBos && vocabulary.bos !== null ? [vocabulary.bos, ...text] : text;
  const last = tokens.at(-1);
  if (last === undefined || tokens.length < 2) throw failed('the tokeniser gives no tokens');
  const path = { tokens, borders: [tokens.length - 1] };
  const options = { checkpointsAt: path.borders, signal };

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
  const logit = (token: Token) => Math.log((shares?.get(token) ?? 0) / anchor);
  const ranked = [...candidates].sort((a, b) => logit(a) - logit(b));
  const highest = ranked.at(-1);
  if (highest === undefined || !candidates.every((token) => Number.isFinite(logit(token))))
    throw failed('a logit is not finite');
  const top = Math.max(logit(highest), greedyLifted.length > 0 ? logit(greedy.token) : Number.NEGATIVE_INFINITY);
  const references = ranked.slice(0, referenceCount).map((token) => ({
    token,
    // half way: far enough below the top for a negligible share, and with room for other positions
    ceiling: (logit(token) + top) / 2,
    level: Math.round(top),
  }));

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
  const trial = [...greedyLifted, ...ranked.slice(referenceCount).slice(-16)];
  const several = await read(trial);
  for (const [index, token] of trial.entries()) {
    const difference = Math.abs((several.logits[index] ?? Number.NaN) - logit(token));
    if (!(difference <= logitTolerance)) throw failed(`two readings of one logit differ by ${difference}`);
  }
  if (greedyLifted.length > 0) {
    const alone = await read(greedyLifted);
    const difference = Math.abs(alone.mass - greedy.probability);
    if (!(difference <= alone.bound + probabilityTolerance))
      throw failed(`the likeliest token has ${greedy.probability} and reads as ${alone.mass} ± ${alone.bound}`);
  }
  return references;
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
