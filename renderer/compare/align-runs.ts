import type { Run, RunSummary } from '../../workbench/contract/runs.ts';
import type { SampleSet } from '../../workbench/samples/sample-set.ts';
import type { Predictions } from '../../workbench/statistics/predictions.ts';
import { countOf } from '../charts/format-number.ts';
import { type JoinedRun, type JudgedSample, packJudged } from '../runs/join-run.ts';
import { runOptions, sameOptions, setOptions } from '../runs/run-options.ts';

/** A run with what it says of the samples. */
export interface JoinedSummary {
  summary: RunSummary;
  joined: JoinedRun;
}

/** A run on the samples that all compared runs have scored, in one order. */
export interface AlignedRun {
  summary: RunSummary;
  judged: JudgedSample[];
  predictions: Predictions;
  joined: JoinedRun;
  /** Its samples that another run lacks. */
  left: JudgedSample[];
}

/** Why a run is in no comparison, and where. */
export interface Refusal {
  run: Run;
  why: string;
  /** Ids of samples, where it is about some of them. */
  ids: string[];
}

export interface AlignedRuns {
  runs: AlignedRun[];
  /** How many samples all of them have. */
  n: number;
  refusals: Refusal[];
  /** What makes the pairing less sure, in words. */
  cautions: string[];
}

/**
 * Pairs runs sample by sample: same ids, same evidence, labels as they are now, same option ids. Any other difference
 * (wording, prompt, readout, file, device, order of the options) is one of configuration. Of runs that read different
 * evidence the newer counts, and the older is refused. Samples that one of the runs lacks are left out of all, so that
 * every figure is of the same samples.
 */
export function alignRuns(given: readonly JoinedSummary[], set: SampleSet): AlignedRuns {
  const changed = refuseOtherEvidence(given);
  const refusals: Refusal[] = [];
  const comparable = given.filter(({ summary: { run }, joined }) => {
    const refusal = changed.get(run.id) ?? refuse(run, joined, set);
    if (refusal !== null) refusals.push(refusal);
    return refusal === null;
  });
  const counts = new Map<string, number>();
  for (const { joined } of comparable) {
    for (const { sample } of joined.judged) counts.set(sample.id, (counts.get(sample.id) ?? 0) + 1);
  }
  const shared = ({ sample }: JudgedSample): boolean => counts.get(sample.id) === comparable.length;
  const runs = comparable.map(({ summary, joined }) => {
    const judged = joined.judged.filter(shared);
    return {
      summary,
      joined,
      judged,
      predictions: packJudged(judged, setOptions(set)),
      left: joined.judged.filter((row) => !shared(row)),
    };
  });
  return { runs, n: runs[0]?.judged.length ?? 0, refusals, cautions: cautionsOf(comparable) };
}

/** Ids that a sentence lists before it only counts; the button beside it opens all. */
const MAX_IDS = 5;

/** Runs that read other evidence than a newer one of the same samples, by id. */
function refuseOtherEvidence(given: readonly JoinedSummary[]): Map<string, Refusal> {
  const refused = new Map<string, Refusal>();
  const known = new Map<string, { sha256: string; by: Run }>();
  const newestFirst = given.toSorted((one, other) =>
    one.summary.run.created_at < other.summary.run.created_at ? 1 : -1,
  );
  for (const { summary, joined } of newestFirst) {
    const { run } = summary;
    const differing = [...joined.asked].filter(([id, sha256]) => (known.get(id)?.sha256 ?? sha256) !== sha256);
    const ids = differing.map(([id]) => id);
    const newer = known.get(ids[0] ?? '')?.by.configuration.name;
    if (newer !== undefined) {
      const more = ids.length > MAX_IDS ? ` and ${(ids.length - MAX_IDS).toLocaleString('en')} more` : '';
      const where = `${countOf(ids.length, 'sample')} (${ids.slice(0, MAX_IDS).join(', ')}${more})`;
      const why = `It read other evidence than the newer run ${newer} in ${where}: they were changed in between. Score them again with it to compare.`;
      refused.set(run.id, { run, why, ids });
      continue;
    }
    for (const [id, sha256] of joined.asked) if (!known.has(id)) known.set(id, { sha256, by: run });
  }
  return refused;
}

function refuse(run: Run, joined: JoinedRun, set: SampleSet): Refusal | null {
  if (!sameOptions(run, set)) {
    const own = runOptions(run, set)?.join(', ') ?? 'each sample’s own';
    const wanted = setOptions(set)?.join(', ') ?? 'each sample’s own';
    return { run, why: `It was asked with other options (${own}) than the samples have (${wanted}).`, ids: [] };
  }
  if (joined.judged.length > 0) return null;
  const ids = joined.unfit.map(({ sample }) => sample.id);
  if (ids.length > 0) return { run, why: 'Its rows and the labels do not have the same options.', ids };
  return { run, why: 'It has scored no labelled sample that counts here.', ids };
}

/** Runs of one part over one set should have the same hash; else somebody changed the samples in between. */
function cautionsOf(given: readonly JoinedSummary[]): string[] {
  const byPart = new Map<string, Set<string>>();
  for (const { run } of given.map(({ summary }) => summary)) {
    byPart.set(run.part, (byPart.get(run.part) ?? new Set()).add(run.set_sha256));
  }
  const changed = [...byPart.values()].some((hashes) => hashes.size > 1);
  return changed
    ? [
        'Labels, groups or the choice of samples changed between these runs. Labels count as they are now; the evidence that both have read is the same.',
      ]
    : [];
}

/** What the comparison is on, as in `96 samples that all 3 have scored`. */
export function describeAlignment({ runs, n }: AlignedRuns): string {
  if (runs.length === 0) return 'No run can be compared.';
  if (runs.length === 1) return `${countOf(n, 'sample')} of one run. Choose another run to compare it with.`;
  const all = runs.length === 2 ? 'both' : `all ${runs.length}`;
  const lacking = runs.filter(({ left }) => left.length > 0).length;
  if (n === 0) return `There is no sample that ${all} have scored, so nothing can be paired.`;
  return `On the ${countOf(n, 'sample')} that ${all} have scored${lacking === 0 ? '' : '; what only some have is left out'}.`;
}
