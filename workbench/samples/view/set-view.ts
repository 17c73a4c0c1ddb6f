import { createHash } from 'node:crypto';
import { writeCanonicalJson } from '../../../adapter/json/canonical-json.ts';
import type { SampleSetSummary } from '../../contract/samples.ts';
import { evidenceKey } from '../evidence.ts';
import type { Pacer } from '../pacer.ts';
import type { Sample } from '../sample.ts';
import type { SampleSet } from '../sample-set.ts';
import { sampleSha256 } from '../sample-sha256.ts';
import { type SplitPart, splitSamples } from '../split-samples.ts';
import type { SampleChange } from '../store/sample-change.ts';

/** What a question about a set needs of one sample. */
export interface ViewEntry {
  sample: Sample;
  /** Its place in the set. */
  place: number;
  /** Lower-case text that a search looks in. */
  text: string;
  /** `[sample hash, label]`, a line of the set's hash. */
  line: string;
}

/** What follows from evidence and groups alone; views of the same samples share it. */
interface Shape {
  places: ReadonlyMap<string, number>;
  parts: ReadonlyMap<string, SplitPart>;
  equal: ReadonlyMap<string, readonly string[]>;
}

/** A set in memory, with what follows from its samples; another object after each change. */
export interface SetView {
  readonly set: SampleSet;
  /** In the set's order. */
  readonly entries: readonly ViewEntry[];
  readonly shape: Shape;
  find(id: string): ViewEntry | undefined;
  /** The one that follows in the set's order. */
  after(id: string): ViewEntry | undefined;
  part(id: string): SplitPart;
  /** Ids of other samples with the same evidence (in a mixed set: and the same question), in their order. */
  equalEvidence(id: string): readonly string[];
  /** The hash of some of its samples: what sampleSetSha256 gives for them. */
  sha256(ids: ReadonlySet<string>, pace: Pacer): Promise<string>;
  summary(pace: Pacer): Promise<SampleSetSummary>;
}

/** Builds the view of a set. @throws Fault CANCELLED through the pacer */
export async function buildSetView(set: SampleSet, samples: Iterable<Sample>, pace: Pacer): Promise<SetView> {
  const entries: ViewEntry[] = [];
  for (const sample of samples) {
    entries.push(entryOf(sample, set, entries.length));
    await pace();
  }
  const all = entries.map(({ sample }) => sample);
  const shape: Shape = {
    places: new Map(entries.map(({ sample, place }) => [sample.id, place])),
    parts: await splitSamples(all, set.tune_share, pace),
    equal: await groupByEvidence(all, pace),
  };
  return assemble(set, entries, shape);
}

/**
 * The view after changes that touch neither evidence, groups nor which samples there are; null when they do, as parts
 * and equal evidence have to be found anew then.
 */
export function changeSetView(view: SetView, changes: readonly SampleChange[], samples: ReadonlyMap<string, Sample>) {
  const light = changes.every(
    (one) => one.do === 'set' && one.fields.evidence === undefined && one.fields.group === undefined,
  );
  if (!light) return null;
  const entries = [...view.entries];
  for (const change of changes) {
    if (change.do !== 'set') continue;
    const place = view.find(change.id)?.place;
    const sample = samples.get(change.id);
    if (place === undefined || sample === undefined) return null;
    entries[place] = entryOf(sample, view.set, place);
  }
  return assemble(view.set, entries, view.shape);
}

/** The same samples under a set that was renamed. */
export function renameSetView(view: SetView, set: SampleSet): SetView {
  return assemble(set, view.entries, view.shape);
}

function assemble(set: SampleSet, entries: readonly ViewEntry[], shape: Shape): SetView {
  let summary: Promise<SampleSetSummary> | null = null;
  const view: SetView = {
    set,
    entries,
    shape,
    find(id) {
      const place = shape.places.get(id);
      return place === undefined ? undefined : entries[place];
    },
    after(id) {
      const place = shape.places.get(id);
      return place === undefined ? undefined : entries[place + 1];
    },
    part: (id) => shape.parts.get(id) ?? 'test',
    equalEvidence: (id) => shape.equal.get(id) ?? [],
    sha256: (ids, pace) =>
      hashLines(
        entries.filter(({ sample }) => ids.has(sample.id)).map(({ line }) => line),
        pace,
      ),
    summary(pace) {
      summary ??= summarise(view, pace);
      summary.catch(() => {
        summary = null;
      });
      return summary;
    },
  };
  return view;
}

function entryOf(sample: Sample, set: SampleSet, place: number): ViewEntry {
  const text = [sample.evidence.text, sample.id, sample.note, sample.label ?? ''].join('\n').toLowerCase();
  return { sample, place, text, line: writeCanonicalJson([sampleSha256(sample, set.binding), sample.label]) };
}

async function groupByEvidence(samples: readonly Sample[], pace: Pacer): Promise<Map<string, readonly string[]>> {
  const groups = new Map<string, string[]>();
  for (const sample of samples) {
    const key = JSON.stringify([evidenceKey(sample.evidence), sample.question]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [sample.id]);
    else group.push(sample.id);
    await pace();
  }
  const others = new Map<string, readonly string[]>();
  for (const ids of groups.values()) {
    // A group of thousands is no list to read, and its square would not fit into memory.
    if (ids.length > 1) for (const id of ids) others.set(id, othersOf(ids, id));
    await pace();
  }
  return others;
}

const MAX_EQUAL = 50;

function othersOf(ids: readonly string[], id: string): string[] {
  const others: string[] = [];
  for (const other of ids) {
    if (others.length === MAX_EQUAL) break;
    if (other !== id) others.push(other);
  }
  return others;
}

async function summarise(view: SetView, pace: Pacer): Promise<SampleSetSummary> {
  const counts = { labelled: 0, disputed: 0, tune: 0, test: 0 };
  for (const { sample } of view.entries) {
    if (sample.disputed) counts.disputed += 1;
    if (sample.label === null) continue;
    counts.labelled += 1;
    counts[view.part(sample.id)] += 1;
    await pace();
  }
  await pace();
  const sha256 = await hashLines(
    view.entries.map(({ line }) => line),
    pace,
  );
  return { set: view.set, samples: view.entries.length, ...counts, sha256 };
}

/** The same as sampleSetSha256, from lines that are known already. */
async function hashLines(lines: readonly string[], pace: Pacer): Promise<string> {
  // Sorted by the first digits of their hashes first, since sorting 100,000 at once is one long step.
  const buckets = new Map<string, string[]>();
  for (const line of lines) {
    const digits = line.slice(2, 4);
    const bucket = buckets.get(digits);
    if (bucket === undefined) buckets.set(digits, [line]);
    else bucket.push(line);
    await pace();
  }
  const hash = createHash('sha256').update('[', 'utf8');
  let separator = '';
  for (const digits of [...buckets.keys()].sort()) {
    hash.update(`${separator}${buckets.get(digits)?.sort().join(',') ?? ''}`, 'utf8');
    separator = ',';
    await pace();
  }
  return hash.update(']', 'utf8').digest('hex');
}
