import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sampleOf } from '../../../test/stand-ins/sample-sets.ts';
import type { SampleEdit } from '../../contract/samples.ts';
import type { Sample } from '../sample.ts';
import { applyChanges } from '../store/sample-change.ts';
import { editsToChanges } from './edit-to-changes.ts';

/** Makes edits, and answers with those that take them back. */
function make(samples: Map<string, Sample>, edits: readonly SampleEdit[]): SampleEdit[] {
  const order = [...samples.keys()];
  const { changes, before } = editsToChanges(
    edits,
    (id) => samples.get(id),
    (id) => order[order.indexOf(id) + 1],
  );
  applyChanges(samples, changes);
  return before;
}

const setOf = (...ids: string[]) => new Map(ids.map((id) => [id, sampleOf(id)]));

it('brings removed samples back at their places', () => {
  const samples = setOf('1', '2', '3', '4', '5');
  const back = make(samples, [
    { edit: 'remove', id: '3' },
    { edit: 'remove', id: '2' },
    { edit: 'remove', id: '5' },
  ]);
  expect([...samples.keys()]).toEqual(['1', '4']);
  make(samples, back);
  expect([...samples.keys()]).toEqual(['1', '2', '3', '4', '5']);
});

it('puts a sample last when what it stood ahead of is gone meanwhile', () => {
  const samples = setOf('1', '2', '3');
  const back = make(samples, [{ edit: 'remove', id: '1' }]);
  make(samples, [{ edit: 'remove', id: '2' }]);
  make(samples, back);
  expect([...samples.keys()]).toEqual(['3', '1']);
});

it('takes any edits back to the same samples in the same order, and makes them again', () => {
  const id = fc.constantFrom('1', '2', '3', '4', '5', '6');
  const note = fc.constantFrom('', 'x', 'y');
  const edit: fc.Arbitrary<SampleEdit> = fc.oneof(
    fc.record({ edit: fc.constant('remove' as const), id }),
    fc.record({ edit: fc.constant('change' as const), id, change: fc.record({ note }) }),
    fc.tuple(id, note, fc.option(id, { nil: undefined })).map(([name, text, ahead_of]) => ({
      edit: 'add' as const,
      sample: sampleOf(name, { note: text }),
      ahead_of,
    })),
  );
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 12 }), (wanted) => {
      const samples = setOf('1', '2', '3', '4');
      // As the store takes them: an addition of what is not there, everything else of what is.
      const present = new Set(samples.keys());
      const edits = wanted.filter((one) => {
        const name = one.edit === 'add' ? one.sample.id : one.id;
        if (present.has(name) === (one.edit === 'add')) return false;
        if (one.edit === 'add') present.add(name);
        if (one.edit === 'remove') present.delete(name);
        return true;
      });
      const first = [...samples.values()];
      const back = make(samples, edits);
      const second = [...samples.values()];
      const forth = make(samples, back);
      expect([...samples.values()]).toEqual(first);
      make(samples, forth);
      expect([...samples.values()]).toEqual(second);
    }),
    { numRuns: 500 },
  );
});
