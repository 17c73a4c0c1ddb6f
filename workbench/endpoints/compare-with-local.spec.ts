import { describe, expect, it } from 'vitest';
import type { Decision } from '../../adapter/decision/decision.ts';
import { Fault } from '../../adapter/fault.ts';
import { comparisonWithLocalSchema } from '../contract/deployments.ts';
import { compareWithLocal, type ScoreOne } from './compare-with-local.ts';

const decisions = (count: number): Decision[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `d${index}`,
    state: { kind: 'string', value: 'x' },
    question: 'Which?',
    kind: 'choice',
    options: ['a', 'b'].map((id) => ({ id, description: '' })),
  }));

/** Gives each decision the probability of its first option, in turn. */
function scripted(...first: (number | Fault)[]): ScoreOne {
  let at = 0;
  return async () => {
    const p = first[at++] ?? 0.5;
    if (p instanceof Fault) throw p;
    return { probabilities: [p, 1 - p], seconds: at };
  };
}

const signal = new AbortController().signal;
const limit = 0.02;

async function compare(local: (number | Fault)[] | null, endpoint: (number | Fault)[]) {
  const answer = await compareWithLocal({
    decisions: decisions(endpoint.length),
    local: local === null ? null : scripted(...local),
    endpoint: scripted(...endpoint),
    limit,
    signal,
  });
  return comparisonWithLocalSchema.parse(answer);
}

describe('compareWithLocal', () => {
  it('agrees within the limit, and says the largest difference and the time', async () => {
    const answer = await compare([0.9, 0.2, 0.6], [0.91, 0.2, 0.595]);
    expect(answer).toMatchObject({ verdict: 'agrees', samples: 3, agreed: 3, failed: 0 });
    expect(answer.largest_difference).toBeCloseTo(0.01, 12);
    // Seconds 1, 2, 3 in turn: ranks ⌈1.5⌉ and ⌈2.85⌉.
    expect(answer.endpoint).toEqual({ p50_seconds: 2, p95_seconds: 3 });
    expect(answer.rows[0]?.id).toBe('d0');
    expect(answer.sentence).toContain('with the network');
  });

  it.each([
    ['a probability differs by more than the limit', [0.9], [0.87], 'disagrees'],
    ['it differs by less', [0.9], [0.885], 'agrees'],
    ['the first choice turns where the margin is within twice the limit', [0.505], [0.499], 'agrees'],
  ] as const)('when %s it %s', async (_, local, endpoint, verdict) => {
    expect((await compare([...local], [...endpoint])).verdict).toBe(verdict);
  });

  it('turns a first choice with a clear margin into a disagreement, whatever the limit of a probability', async () => {
    const answer = await compareWithLocal({
      decisions: decisions(1),
      local: scripted(0.6),
      endpoint: scripted(0.45),
      limit: 0.2,
      signal,
    });
    // A margin of 0.2 is not above 0.4, and 0.15 is within 0.2.
    expect(answer.verdict).toBe('agrees');
    const clear = await compareWithLocal({
      decisions: decisions(1),
      local: scripted(0.56),
      endpoint: scripted(0.49),
      limit: 0.05,
      signal,
    });
    expect(clear).toMatchObject({ verdict: 'disagrees', agreed: 0 });
  });

  it('counts what failed as no agreement, first in the rows, and goes on', async () => {
    const answer = await compare([0.9, 0.9], [new Fault('ENDPOINT_FAILED', 'It failed.', 'Look.'), 0.9]);
    expect(answer).toMatchObject({ verdict: 'disagrees', failed: 1, agreed: 1, samples: 2 });
    expect(answer.rows[0]).toMatchObject({ id: 'd0', fault: { code: 'ENDPOINT_FAILED' } });
  });

  it('only asks the endpoint when the model is not here', async () => {
    const answer = await compare(null, [0.9, 0.1]);
    expect(answer).toMatchObject({ verdict: 'not-compared', local: null, largest_difference: null });
    expect(answer.rows.map(({ endpoint_choice }) => endpoint_choice).toSorted()).toEqual(['a', 'b']);
  });

  it('ends at what every sample would meet', async () => {
    const denied = new Fault('ACCESS_DENIED', 'No.', 'Ask.');
    await expect(compare([0.9, 0.9], [denied, 0.9])).rejects.toBe(denied);
  });
});
