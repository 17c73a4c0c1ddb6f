import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/stand-ins/temporary-folder.ts';
import { type Sample, sampleSchema } from '../../samples/sample.ts';
import { sampleSetSchema } from '../../samples/sample-set.ts';
import type { LoadedSamples } from '../../samples/store/sample-store.ts';
import { countSampleTokens } from './count-sample-tokens.ts';
import { readCheckDecisions } from './read-check-decisions.ts';

const question = {
  kind: 'choice',
  question: 'Which queue?',
  options: [
    { id: 'billing', description: 'Billing' },
    { id: 'access', description: 'Access' },
  ],
} as const;
const none = { load: () => Promise.reject(new Error('no set is asked for')) };
const set_id = '019ace00-1111-7222-8333-4444abcd5678';

function store(samples: Sample[], bound: boolean): { load: () => Promise<LoadedSamples> } {
  const set = sampleSetSchema.parse({
    format: 1,
    id: set_id,
    name: 'tickets',
    binding: bound ? { kind: 'bound', decision: null, question } : { kind: 'mixed' },
    tune_share: 0.5,
    created_at: '2026-11-29T12:00:00Z',
    changed_at: '2026-11-29T12:00:00Z',
  });
  return { load: async () => ({ set, samples: new Map(samples.map((sample) => [sample.id, sample])) }) };
}
const sample = (id: string, own: object = {}): Sample =>
  sampleSchema.parse({ id, evidence: { format: 'text', text: `Ticket ${id}` }, ...own });
const hundred = Array.from({ length: 100 }, (_, index) => sample(`t${index}`));

describe('the decisions of a check', () => {
  it('are spread evenly over a set, and the same each time', async () => {
    const read = () => readCheckDecisions({ from: 'set', set_id }, 20, store(hundred, true));
    const ids = (await read()).map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: 20 }, (_, index) => `t${index * 5}`));
    expect((await read()).map(({ id }) => id)).toEqual(ids);
    expect((await readCheckDecisions({ from: 'set', set_id }, 500, store(hundred, true))).length).toBe(100);
  });

  it('of a mixed set are asked what each brings, and one that brings nothing is left out', async () => {
    const mixed = [sample('a', { question }), sample('b')];
    const decisions = await readCheckDecisions({ from: 'set', set_id }, 20, store(mixed, false));
    expect(decisions.map(({ id, question: asked }) => [id, asked])).toEqual([['a', 'Which queue?']]);
  });

  it('of a file are those of the file', async () => {
    const path = join(temporaryFolder(), 'd.json');
    writeFileSync(path, JSON.stringify({ decision: { id: 'a', state: 'x', ...question } }));
    const decisions = await readCheckDecisions({ from: 'file', path }, 20, none);
    expect(decisions.map(({ id }) => id)).toEqual(['a']);
    const missing = readCheckDecisions({ from: 'file', path: `${path}.none` }, 20, none);
    await expect(missing).rejects.toMatchObject({ code: expect.stringMatching(/NOT_FOUND|IO_FAILED/) });
  });

  it('without any are the example’s', async () => {
    const decisions = await readCheckDecisions({ from: 'example' }, 20, none);
    expect(decisions.map(({ id }) => id)).toEqual(['support-route']);
  });
});

describe('the tokens of samples', () => {
  it('grow with the text, and nothing is known of none', async () => {
    const [short] = await readCheckDecisions({ from: 'set', set_id }, 1, store([sample('a')], true));
    const evidence = { format: 'text', text: 'word '.repeat(700) };
    const [long] = await readCheckDecisions({ from: 'set', set_id }, 1, store([sample('b', { evidence })], true));
    if (short === undefined || long === undefined) throw new Error('a sample was left out');
    const counted = countSampleTokens([short, long]);
    expect(counted?.options).toBe(2);
    const [few = 0, many = 0] = counted?.tokens ?? [];
    // 3,500 bytes are 700 English words, of about 1.3 tokens each.
    expect(many - few).toBeGreaterThan(700);
    expect(many - few).toBeLessThan(1400);
    expect(countSampleTokens([])).toBeNull();
  });
});
