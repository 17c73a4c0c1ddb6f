import { z } from 'zod';
import { Fault, type FieldFault } from '../../../adapter/fault.ts';
import { type Sample, sampleSchema } from '../sample.ts';
import type { Binding } from '../sample-set.ts';

const fields = sampleSchema.pick({
  evidence: true,
  label: true,
  group: true,
  note: true,
  disputed: true,
  suggestion: true,
  tags: true,
});

/** One change of a set's samples. Doing a list of them again, from its beginning, ends in the same samples. */
export const sampleChangeSchema = z.discriminatedUnion('do', [
  /** Fields that are absent stay as they are. */
  z.strictObject({
    do: z.literal('set'),
    id: z.string(),
    fields: z.strictObject({
      evidence: fields.shape.evidence.optional(),
      label: fields.shape.label.unwrap().optional(),
      group: fields.shape.group.unwrap().optional(),
      note: fields.shape.note.unwrap().optional(),
      disputed: fields.shape.disputed.unwrap().optional(),
      suggestion: fields.shape.suggestion.unwrap().optional(),
      tags: fields.shape.tags.unwrap().optional(),
    }),
  }),
  /**
   * At the end of the set, or ahead of another sample of it. A step with places is never kept as a line: what lies at
   * a place depends on everything before it, so doing it twice could end in another order.
   */
  z.strictObject({ do: z.literal('add'), sample: sampleSchema, ahead_of: z.string().optional() }),
  z.strictObject({ do: z.literal('remove'), id: z.string() }),
]);
export type SampleChange = z.infer<typeof sampleChangeSchema>;

/** One line of `edits.jsonl`: what was changed in one step, so that a step is there whole or not at all. */
export const sampleEditSchema = z.strictObject({ at: z.iso.datetime(), changes: z.array(sampleChangeSchema) });
export type SampleEdit = z.infer<typeof sampleEditSchema>;

/** Whether a change puts a sample anywhere but at the end. */
export function hasPlace(change: SampleChange): boolean {
  return change.do === 'add' && change.ahead_of !== undefined;
}

/** Changes of one step: more are written as a whole new file instead. */
export const MAX_CHANGES_OF_EDIT = 1_000;

/**
 * What is wrong with changes, as faults of `changes[i]…`; an empty list when they can be applied.
 * @param samples as they are before
 */
export function checkChanges(
  samples: ReadonlyMap<string, Sample>,
  binding: Binding,
  changes: readonly SampleChange[],
): FieldFault[] {
  const faults: FieldFault[] = [];
  const added = new Map<string, Sample>();
  const removed = new Set<string>();
  const find = (id: string): Sample | undefined => added.get(id) ?? (removed.has(id) ? undefined : samples.get(id));
  for (const [index, change] of changes.entries()) {
    const path = `changes[${index}]`;
    const id = change.do === 'add' ? change.sample.id : change.id;
    const known = find(id);
    if (change.do === 'add') {
      if (known !== undefined) faults.push({ path: `${path}.sample.id`, message: `There is a sample ${id} already.` });
      if ((change.sample.question === null) !== (binding.kind === 'bound')) {
        const message = binding.kind === 'bound' ? 'The set has one question for all.' : 'The sample needs a question.';
        faults.push({ path: `${path}.sample.question`, message });
      }
      faults.push(...checkLabel(change.sample.label, change.sample, binding, `${path}.sample.label`));
      added.set(id, change.sample);
      continue;
    }
    if (known === undefined) faults.push({ path: `${path}.id`, message: `There is no sample ${id}.` });
    else if (change.do === 'remove') {
      added.delete(id);
      removed.add(id);
    } else faults.push(...checkLabel(change.fields.label ?? null, known, binding, `${path}.fields.label`));
  }
  return faults;
}

function checkLabel(label: string | null, sample: Sample, binding: Binding, path: string): FieldFault[] {
  if (label === null) return [];
  const question = sample.question ?? (binding.kind === 'bound' ? binding.question : null);
  const ids = question?.options.map(({ id }) => id) ?? [];
  if (ids.includes(label)) return [];
  return [{ path, message: `“${label}” is none of the options.`, limit: `one of ${ids.join(', ')}` }];
}

/**
 * Applies changes in their order; those of samples that are not there change nothing, and a sample whose place is gone
 * comes last.
 */
export function applyChanges(samples: Map<string, Sample>, changes: readonly SampleChange[]): void {
  /** What comes ahead of what: settled together, but before the other one goes. */
  const places = new Map<string, string>();
  const settle = (): void => {
    if (places.size > 0) moveToPlaces(samples, places);
    places.clear();
  };
  for (const change of changes) {
    if (change.do === 'remove') {
      if ([...places.values()].includes(change.id)) settle();
      places.delete(change.id);
      samples.delete(change.id);
    } else if (change.do === 'add') {
      // Doing it again must not change the place: a sample that is there already moves to the end, as it did before.
      samples.delete(change.sample.id);
      // Of what is not there yet nothing comes ahead, even when the same step adds it later.
      const isPlaced = change.ahead_of !== undefined && samples.has(change.ahead_of);
      samples.set(change.sample.id, change.sample);
      if (change.ahead_of !== undefined && isPlaced) places.set(change.sample.id, change.ahead_of);
    } else {
      const known = samples.get(change.id);
      if (known !== undefined) samples.set(change.id, mergeFields(known, change.fields));
    }
  }
  settle();
}

/** Puts each ahead of its other one, in their order; one may stand ahead of another that was put before. */
function moveToPlaces(samples: Map<string, Sample>, places: ReadonlyMap<string, string>): void {
  // A chain from null to null: a thousand moves through a list of 100,000 would take seconds.
  const next = new Map<string | null, string | null>();
  const last = new Map<string | null, string | null>();
  const link = (one: string | null, other: string | null): void => {
    next.set(one, other);
    last.set(other, one);
  };
  let end: string | null = null;
  for (const id of samples.keys()) {
    link(end, id);
    end = id;
  }
  link(end, null);
  for (const [id, aheadOf] of places) {
    if (id === aheadOf || !samples.has(aheadOf)) continue;
    link(last.get(id) ?? null, next.get(id) ?? null);
    link(last.get(aheadOf) ?? null, id);
    link(id, aheadOf);
  }
  for (let id = next.get(null) ?? null; id !== null; id = next.get(id) ?? null) {
    const sample = samples.get(id);
    // Set anew it goes to the end of the map: after all of them the map is in the chain's order.
    samples.delete(id);
    if (sample !== undefined) samples.set(id, sample);
  }
}

function mergeFields(sample: Sample, changed: Extract<SampleChange, { do: 'set' }>['fields']): Sample {
  const merged = { ...sample };
  if (changed.evidence !== undefined) merged.evidence = changed.evidence;
  if (changed.label !== undefined) merged.label = changed.label;
  if (changed.group !== undefined) merged.group = changed.group;
  if (changed.note !== undefined) merged.note = changed.note;
  if (changed.disputed !== undefined) merged.disputed = changed.disputed;
  if (changed.suggestion !== undefined) merged.suggestion = changed.suggestion;
  if (changed.tags !== undefined) merged.tags = changed.tags;
  return merged;
}

export function refuseChanges(faults: FieldFault[]): Fault {
  const [first] = faults;
  return new Fault(
    'INVALID_REQUEST',
    `The samples cannot be changed so: ${first?.message ?? ''}`,
    'Correct that change; none of them was made.',
    { fields: faults.slice(0, MAX_LISTED_FAULTS) },
  );
}

const MAX_LISTED_FAULTS = 100;
