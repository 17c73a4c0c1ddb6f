import { Fault } from '../../adapter/fault.ts';
import { type Incomparability, incomparabilities, type SampleIdentity } from '../statistics/comparable.ts';
import { type Predictions, packPredictions } from '../statistics/predictions.ts';
import type { MixedTask } from './mixed-figures.ts';
import type { ScoredWhere } from './where-scored.ts';

/** One sample with its label and what a configuration says of it. */
export interface ComparedRow {
  id: string;
  label: string;
  group: string | null;
  /** In the order of `options`. */
  probabilities: readonly number[];
  /** How many options it had to choose from; in a mixed set that differs from sample to sample. */
  width: number;
}

/** A configuration with its predictions, from a run or from a file. */
export interface Compared {
  name: string;
  /** Of its model file; null for predictions that were made elsewhere. */
  bytes: number | null;
  /** In a mixed set positions and no names: `option 1`, … */
  options: readonly string[];
  mixed: boolean;
  rows: readonly ComparedRow[];
  /** Every labelled sample that it was asked about, those that failed included: what must be the same for all. */
  identities: readonly SampleIdentity[];
  /** Samples that it failed on. */
  failed: number;
  /** Each scored sample, in the order in which they were scored; empty when nobody measured. */
  calls: readonly { seconds: number; tokens: number }[];
  loadSeconds: number | null;
  peakMemoryBytes: number | null;
  optionMasses: readonly (number | null)[];
  /** Labelled samples of a mixed set, failed ones too; null where all samples have the same options. */
  tasks: readonly MixedTask[] | null;
  /** Where it was scored; absent for predictions that were made elsewhere. */
  where?: ScoredWhere;
  /** What it was made with and a repetition needs: hashes, settings, engine, host. Two that differ may answer otherwise. */
  facts: Readonly<Record<string, string | number | null>>;
  /** What happened when it was made, which is never twice the same: when, how long, how often. */
  records: Readonly<Record<string, string | number | null>>;
}

/** Configurations on the same samples in the same order, options in that of the first. */
export interface AlignedConfigurations {
  rows: readonly Omit<ComparedRow, 'probabilities'>[];
  /** Parallel to what was given. */
  predictions: Predictions[];
  /** Ids of samples that some of them lack; they are left out of all. */
  left: string[];
}

/**
 * Pairs configurations sample by sample, in the order of the ids. Samples that one of them lacks (a failed row) are left
 * out of all and told.
 * @throws Fault INVALID_REQUEST as requireComparable; when no sample is shared
 */
export function alignConfigurations(given: readonly Compared[]): AlignedConfigurations {
  const [first] = given;
  if (first === undefined) return { rows: [], predictions: [], left: [] };
  requireComparable(given);
  const counts = new Map<string, number>();
  for (const { rows } of given) for (const { id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1);
  const shared = [...counts].filter(([, count]) => count === given.length).map(([id]) => id);
  shared.sort((a, b) => (a < b ? -1 : 1));
  const left = [...counts].filter(([, count]) => count < given.length).map(([id]) => id);
  if (shared.length === 0) {
    throw new Fault(
      'INVALID_REQUEST',
      given.length === 1
        ? `${first.name} has scored no labelled sample.`
        : 'There is no labelled sample that all of them have scored, so nothing can be paired.',
      'Choose runs over the same samples, and label them.',
    );
  }
  const predictions = given.map((one) => {
    const byId = new Map(one.rows.map((row) => [row.id, row]));
    const from = first.options.map((option) => one.options.indexOf(option));
    return packPredictions(
      first.options,
      shared.map((id) => {
        const row = byId.get(id);
        return { label: row?.label ?? '', probabilities: from.map((index) => row?.probabilities[index] ?? 0) };
      }),
    );
  });
  const own = new Map(first.rows.map((row) => [row.id, row]));
  const rows = shared.flatMap((id) => own.get(id) ?? []);
  return { rows, predictions, left };
}

/** Ids that a message lists before it only counts. */
const MAX_IDS = 20;

/**
 * Wording, prompt, readout, file and device may differ; what was read and what is right may not.
 * @throws Fault INVALID_REQUEST when evidence, labels or option ids differ, its fields list where
 */
export function requireComparable(given: readonly Compared[]): void {
  for (const [index, one] of given.entries()) {
    // Each with each: two that agree with a third where they share samples may differ where it has none.
    for (const other of given.slice(index + 1)) requireSame(one, other);
  }
}

const forbidden: readonly Incomparability['what'][] = ['evidence', 'label', 'options'];

function requireSame(one: Compared, other: Compared): void {
  const found = incomparabilities(
    { options: one.options, samples: one.identities },
    { options: other.options, samples: other.identities },
  ).filter(({ what }) => forbidden.includes(what));
  if (found.length === 0) return;
  const remedy = found.some(({ what }) => what === 'evidence')
    ? 'Score the samples again as they are now with the older of them, and compare that run.'
    : 'Compare predictions of the same samples, with the same labels and options.';
  throw new Fault(
    'INVALID_REQUEST',
    `${one.name} and ${other.name} cannot be compared: they differ in ${found.map(differWords).join(' and in ')}.`,
    remedy,
    {
      fields: found.map(({ what, ids }) => ({
        path: what,
        message: what === 'options' ? `${one.options.join(', ')} against ${other.options.join(', ')}` : listIds(ids),
      })),
    },
  );
}

function differWords({ what, ids }: Incomparability): string {
  if (what === 'options') return 'their options';
  const where = ids.length === 1 ? '1 sample' : `${ids.length.toLocaleString('en')} samples`;
  return what === 'label' ? `the labels of ${where}` : `the evidence of ${where}`;
}

function listIds(ids: readonly string[]): string {
  const more = ids.length - MAX_IDS;
  const listed = ids.slice(0, MAX_IDS).join(', ');
  return more > 0 ? `${listed} and ${more.toLocaleString('en')} more` : listed;
}
