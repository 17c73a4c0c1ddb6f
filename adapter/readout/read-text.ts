import type { Engine, Token } from '../engine/engine.ts';
import type { Path } from '../engine/path.ts';
import type { Walker, WalkOptions } from '../engine/walker.ts';
import { Fault } from '../fault.ts';
import { nonFinite } from './softmax.ts';

/** Lift of the wanted token, so that it and the likeliest are the two largest. */
const lift = 50;

/**
 * Log probability of a text's tokens after a prompt, in nats: Σ log p(token | prompt, tokens before it), each over the
 * whole vocabulary. Two passes over the tokens: the likeliest token with its exact probability, then the wanted token
 * lifted, which gives the ratio of the two.
 *
 * @param path the prompt without its last token, which is evaluated together with the text
 * @param last the prompt's last token
 * @throws Fault NON_FINITE_LOGIT, SELF_TEST_FAILED
 */
export async function readText(
  walker: Walker,
  path: Path,
  last: Token,
  text: readonly Token[],
  options: WalkOptions,
): Promise<number> {
  const { engine } = walker;
  const chunk = [last, ...text.slice(0, -1)];
  const likeliest = await walker.branch(path, () => engine.readGreedy(chunk), options);
  const ratios = text.every((token, index) => likeliest[index]?.token === token)
    ? text.map(() => 0)
    : await walker.branch(path, () => readRatios(engine, chunk, text, likeliest), options);
  const terms = likeliest.map(({ probability }, index) => Math.log(probability) + (ratios[index] ?? Number.NaN));
  const sum = terms.reduce((total, term) => total + term, 0);
  if (!Number.isFinite(sum)) throw nonFinite(terms);
  return sum;
}

/** ln(p(wanted) / p(likeliest)) at each position. */
async function readRatios(
  engine: Engine,
  chunk: readonly Token[],
  text: readonly Token[],
  likeliest: readonly { token: Token }[],
): Promise<number[]> {
  const shares = await engine.readLargest(
    chunk,
    text.map((token) => ({ count: 2, lifted: [token], lift, reference: null })),
  );
  return text.map((token, index) => {
    const greedy = likeliest[index]?.token;
    if (greedy === token) return 0;
    const own = shares[index]?.get(token);
    const top = greedy === undefined ? undefined : shares[index]?.get(greedy);
    if (own === undefined || top === undefined || shares[index]?.size !== 2)
      throw new Fault(
        'SELF_TEST_FAILED',
        'The engine returned other probabilities than those asked for.',
        'This engine version cannot be read: install the one that the project pins.',
      );
    return Math.log(own / top) - lift;
  });
}
