import { describe, expect, it } from 'vitest';
import { manySamples, queueQuestion, sampleOf } from '../../../test/stand-ins/sample-sets.ts';
import { ANSWER_LIMIT_MS, timeQueries } from '../../../test/stand-ins/time-queries.ts';
import { createPacer } from '../pacer.ts';
import type { Sample } from '../sample.ts';
import type { SampleSet } from '../sample-set.ts';
import { sampleSetSha256 } from '../sample-sha256.ts';
import { buildSetView, changeSetView } from './set-view.ts';
import { sortPaced } from './sort-paced.ts';

const set: SampleSet = {
  format: 1,
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  name: 'Tickets',
  binding: { kind: 'bound', decision: null, question: queueQuestion },
  tune_share: 0.5,
  created_at: '2026-03-01T08:00:00.000Z',
  changed_at: '2026-03-01T08:00:00.000Z',
};
const viewOf = (samples: Sample[]) => buildSetView(set, samples, createPacer());

describe('the view of a set', () => {
  it.each([0, 1, 700])('has the hash that the set’s %s samples have', async (count) => {
    const samples = manySamples(count);
    const expected = await sampleSetSha256(samples, set.binding, createPacer());
    expect((await (await viewOf(samples)).summary(createPacer())).sha256).toBe(expected);
  });

  it('follows edits as if it were built anew', async () => {
    const samples = manySamples(50);
    const view = await viewOf(samples);
    const byId = new Map(samples.map((sample) => [sample.id, sample]));
    const edited = { ...sampleOf('s-7'), label: 'sales', note: 'looked at', disputed: true };
    byId.set('s-7', edited);
    const fields = { label: 'sales', note: 'looked at', disputed: true };
    const changed = changeSetView(view, [{ do: 'set', id: 's-7', fields }], byId);
    if (changed === null) throw new Error('A label moves nothing');
    const anew = await viewOf([...byId.values()]);
    expect(await changed.summary(createPacer())).toEqual(await anew.summary(createPacer()));
    expect(changed.entries).toEqual(anew.entries);
    expect(view.find('s-7')?.sample.label).not.toBe('sales');
  });

  it('has to be built anew when evidence, groups or the number of samples change', async () => {
    const samples = manySamples(3);
    const view = await viewOf(samples);
    const byId = new Map(samples.map((sample) => [sample.id, sample]));
    expect(changeSetView(view, [{ do: 'remove', id: 's-0' }], byId)).toBeNull();
    expect(changeSetView(view, [{ do: 'set', id: 's-0', fields: { group: 'g' } }], byId)).toBeNull();
  });

  it('knows which samples are asked the same about the same', async () => {
    const evidence = { format: 'text', text: 'Same.' } as const;
    const other = { ...queueQuestion, question: 'Another?' };
    const view = await viewOf([
      sampleOf('a', { evidence }),
      sampleOf('b', { evidence }),
      sampleOf('c', { evidence, question: other }),
    ]);
    expect([view.equalEvidence('a'), view.equalEvidence('b'), view.equalEvidence('c')]).toEqual([['b'], ['a'], []]);
  });
});

describe('100,000 samples', () => {
  it('are searched, filtered and sorted soon, in slices', async () => {
    const view = await viewOf(manySamples(100_000));
    // The best of three: what else runs on the machine is not the view's.
    const slowest = Math.max(...(await timeQueries(view, 3)).map((times) => Math.min(...times)));
    // The bench query-samples holds the limit itself.
    expect(slowest).toBeLessThan(10 * ANSWER_LIMIT_MS);
  }, 60_000);
});

describe('sorting in slices', () => {
  it('gives what sorting at once gives, ties in their order', async () => {
    const items = Array.from({ length: 20_001 }, (_, place) => ({ key: (place * 7_919) % 97, place }));
    const compare = (a: { key: number }, b: { key: number }) => a.key - b.key;
    expect(await sortPaced(items, compare, createPacer())).toEqual(items.toSorted(compare));
    expect(await sortPaced([], compare, createPacer())).toEqual([]);
  });
});
