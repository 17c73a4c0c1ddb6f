import type { SampleEdit } from '../../contract/samples.ts';
import type { Sample } from '../sample.ts';
import type { SampleChange } from '../store/sample-change.ts';

/**
 * Edits of the contract as changes of the store, and the edits that take them back, in the order in which they must be
 * made. A sample that was removed comes back at its place.
 * @param samples as they are before
 * @param following the id after another one's in the set's order, as it is before; undefined at its end
 */
export function editsToChanges(
  edits: readonly SampleEdit[],
  samples: (id: string) => Sample | undefined,
  following: (id: string) => string | undefined,
): { changes: SampleChange[]; before: SampleEdit[] } {
  /** As they are after the edits so far; null for those that are gone. */
  const now = new Map<string, Sample | null>();
  const find = (id: string): Sample | undefined => {
    const known = now.get(id);
    return known === undefined ? samples(id) : (known ?? undefined);
  };
  /** Those that were removed or added so far: they are gone, or not where they were. */
  const moved = new Set<string>();
  /** The one that stands after it now. */
  const nextOf = (id: string): string | undefined => {
    let next = following(id);
    while (next !== undefined && moved.has(next)) next = following(next);
    return next;
  };
  const before: SampleEdit[] = [];
  const changes = edits.map((edit): SampleChange => {
    if (edit.edit === 'add') {
      before.unshift({ edit: 'remove', id: edit.sample.id });
      now.set(edit.sample.id, edit.sample);
      moved.add(edit.sample.id);
      return { do: 'add', sample: edit.sample, ...placeOf(edit.ahead_of) };
    }
    const sample = find(edit.id);
    if (edit.edit === 'remove') {
      if (sample !== undefined) before.unshift({ edit: 'add', sample, ...placeOf(nextOf(edit.id)) });
      now.set(edit.id, null);
      moved.add(edit.id);
      return { do: 'remove', id: edit.id };
    }
    if (sample !== undefined) {
      before.unshift({ edit: 'change', id: edit.id, change: valuesOf(sample, edit.change) });
      now.set(edit.id, { ...sample, ...withoutUndefined(edit.change) });
    }
    return { do: 'set', id: edit.id, fields: withoutUndefined(edit.change) };
  });
  return { changes, before };
}

function placeOf(id: string | undefined): { ahead_of?: string } {
  return id === undefined ? {} : { ahead_of: id };
}

type Change = Extract<SampleEdit, { edit: 'change' }>['change'];

/** The sample's own values of the fields that a change names. */
function valuesOf(sample: Sample, change: Change): Change {
  const own: Change = {};
  if (change.label !== undefined) own.label = sample.label;
  if (change.note !== undefined) own.note = sample.note;
  if (change.disputed !== undefined) own.disputed = sample.disputed;
  if (change.group !== undefined) own.group = sample.group;
  if (change.evidence !== undefined) own.evidence = sample.evidence;
  if (change.suggestion !== undefined) own.suggestion = sample.suggestion;
  return own;
}

/** A field that was not sent changes nothing. */
function withoutUndefined(change: Change) {
  const { label, note, disputed, group, evidence, suggestion } = change;
  return {
    ...(label === undefined ? {} : { label }),
    ...(note === undefined ? {} : { note }),
    ...(disputed === undefined ? {} : { disputed }),
    ...(group === undefined ? {} : { group }),
    ...(evidence === undefined ? {} : { evidence }),
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}
