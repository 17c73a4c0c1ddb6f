import { Fault } from '../../adapter/fault.ts';
import { MIN_DRAWS } from '../statistics/bootstrap.ts';
import { groupIndices } from '../statistics/group-indices.ts';
import {
  type CandidateComparison,
  compareWithBaseline,
  type SeveralComparisons,
} from '../statistics/several-comparisons.ts';
import { type TypeTemperature, temperatureByType } from '../statistics/temperature-by-type.ts';
import { DEFAULT_MARGIN, roundUp, verdictWords } from '../statistics/verdict.ts';
import { alignConfigurations, type Compared } from './compared.ts';
import { type ConfigurationFigures, configurationFigures } from './configuration-figures.ts';
import { type MixedFigures, mixedFigures, partedRows } from './mixed-figures.ts';
import { costPerThousand } from './where-scored.ts';

export interface ReportSettings {
  /** Accuracy that may be lost and still count as good enough. */
  margin: number;
  seed: number;
  draws: number;
}

export const defaultReportSettings: ReportSettings = { margin: DEFAULT_MARGIN, seed: 1, draws: MIN_DRAWS };

/** One configuration in a report. */
export interface ReportedConfiguration {
  compared: Compared;
  figures: ConfigurationFigures;
  /** Against the baseline; null for the baseline itself. */
  against: CandidateComparison | null;
  /** On a mixed set; null on any other. */
  mixed: MixedFigures | null;
  /** By question type, on a mixed set whose both parts count; else null. */
  temperatures: TypeTemperature[] | null;
  /** The verdict as a sentence; null for the baseline. */
  verdict: string | null;
  /** p50 and p95 as ratios to those of the baseline; null for the baseline, and where one of them is unknown. */
  latencyRatio: { p50: number; p95: number } | null;
  /** US dollars for 1,000 decisions, one after the other; null without a price. */
  costPerThousand: number | null;
  /** In which facts it differs from the baseline. */
  differences: { what: string; baseline: string; candidate: string }[];
}

/** Several configurations on the same samples: what every form of a report is written from. */
export interface ComparisonReport {
  /** What the samples are, and everything else that a repetition needs. */
  about: Readonly<Record<string, string | number | null>>;
  settings: ReportSettings;
  n: number;
  /** Ids of samples that some of them lack; they are left out of all. */
  left: string[];
  options: readonly string[];
  resampled: 'groups' | 'samples';
  /** The baseline first, the others as they were given. */
  configurations: ReportedConfiguration[];
  numberOfComparisons: number;
  /** The answer to “how small may the model be?”; null with one configuration. */
  goodEnough: string | null;
  /** Labels and first choices, sample by sample. */
  rows: { id: string; label: string; choices: { option: string; probability: number }[] }[];
}

/**
 * Compares configurations with a baseline, on the samples that all of them have scored.
 * @param baseline name of one of them; the one with the largest file without (the first, when no size is known)
 * @param triedOnce whether no failed sample was tried again, as JevBench has it
 * @throws Fault INVALID_REQUEST when they cannot be compared, or the baseline is none of them
 */
export function comparisonReport(
  given: readonly Compared[],
  options: {
    baseline?: string | undefined;
    about: ComparisonReport['about'];
    settings?: Partial<ReportSettings>;
    triedOnce?: boolean;
  },
): ComparisonReport {
  const settings = { ...defaultReportSettings, ...options.settings };
  const ordered = baselineFirst(given, options.baseline);
  const { rows, predictions, left } = alignConfigurations(ordered);
  const widths = rows.map(({ width }) => width);
  const grouped = rows.some(({ group }) => group !== null);
  const groups = grouped ? { groups: groupIndices(rows.map(({ group }) => group)) } : {};
  const resampling = { seed: settings.seed, draws: settings.draws, ...groups };
  const [first, ...others] = predictions;
  const [baseline, ...candidates] = ordered;
  if (first === undefined || baseline === undefined) throw nothing();
  const several = compareWithBaseline(
    first,
    candidates.map(({ name, bytes }, index) => ({
      name,
      bytes: bytes ?? Number.POSITIVE_INFINITY,
      predictions: others[index] ?? first,
    })),
    { ...resampling, margin: settings.margin },
  );
  const counted = new Set(rows.map(({ id }) => id));
  const figuresOf = ordered.map((compared, index) =>
    configurationFigures(predictions[index] ?? first, compared, widths, resampling),
  );
  const [baselineFigures] = figuresOf;
  const configurations = ordered.map((compared, index): ReportedConfiguration => {
    const against = several.candidates[index - 1] ?? null;
    const figures = figuresOf[index] ?? configurationFigures(first, compared, widths, resampling);
    const { callsPerSecond } = figures.latency;
    return {
      compared,
      figures,
      latencyRatio: index === 0 ? null : latencyRatio(baselineFigures?.latency, figures.latency),
      costPerThousand: costPerThousand(
        compared.where?.price?.usd_per_hour ?? null,
        callsPerSecond === null ? null : 1 / callsPerSecond,
      ),
      against,
      mixed: compared.tasks === null ? null : mixedFigures(compared.tasks, counted, options.triedOnce ?? false),
      temperatures: temperaturesOf(compared, counted, settings),
      verdict: against === null ? null : verdictWords(against.verdict, against.comparison.samplesToDecide),
      differences: index === 0 ? [] : differences(baseline, compared),
    };
  });
  return {
    about: options.about,
    settings,
    n: rows.length,
    left,
    options: first.options,
    resampled: grouped ? 'groups' : 'samples',
    configurations,
    numberOfComparisons: several.numberOfComparisons,
    goodEnough: candidates.length === 0 ? null : goodEnoughWords(baseline, candidates, several, settings.margin),
    rows: rows.map(({ id, label }, row) => ({
      id,
      label,
      choices: predictions.map((one) => topChoice(one.options, one.probabilities, row)),
    })),
  };
}

/** Groups are not resampled here: a type has too few of them. */
function temperaturesOf(
  { tasks }: Compared,
  counted: ReadonlySet<string>,
  { seed, draws }: ReportSettings,
): TypeTemperature[] | null {
  if (tasks === null) return null;
  const rows = partedRows(tasks, counted);
  return new Set(rows.map(({ part }) => part)).size < 2 ? null : temperatureByType(rows, { seed, draws });
}

function baselineFirst(given: readonly Compared[], name: string | undefined): Compared[] {
  const largest = given.reduce<Compared | undefined>(
    (best, one) => (best === undefined || (one.bytes ?? 0) > (best.bytes ?? 0) ? one : best),
    undefined,
  );
  const baseline = name === undefined ? largest : given.find((one) => one.name === name);
  if (baseline === undefined) {
    const names = given.map((one) => one.name).join(', ');
    throw new Fault('INVALID_REQUEST', `“${name}” is none of what is compared.`, 'Name one of them as the baseline.', {
      fields: [{ path: '--baseline', message: `“${name}” is not compared.`, limit: names }],
    });
  }
  return [baseline, ...given.filter((one) => one !== baseline)];
}

function latencyRatio(
  baseline: { p50: number | null; p95: number | null } | undefined,
  { p50, p95 }: { p50: number | null; p95: number | null },
): ReportedConfiguration['latencyRatio'] {
  const [median, tail] = [baseline?.p50 ?? null, baseline?.p95 ?? null];
  if (median === null || tail === null || p50 === null || p95 === null || median === 0 || tail === 0) return null;
  return { p50: p50 / median, p95: p95 / tail };
}

function topChoice(options: readonly string[], probabilities: Float64Array, row: number) {
  const own = probabilities.subarray(row * options.length, (row + 1) * options.length);
  const index = own.indexOf(Math.max(...own));
  return { option: options[index] ?? '', probability: own[index] ?? 0 };
}

function differences(baseline: Compared, candidate: Compared): ReportedConfiguration['differences'] {
  const names = new Set([...Object.keys(baseline.facts), ...Object.keys(candidate.facts)]);
  return [...names].flatMap((what) => {
    const [one, other] = [String(baseline.facts[what] ?? 'not known'), String(candidate.facts[what] ?? 'not known')];
    return one === other ? [] : [{ what, baseline: one, candidate: other }];
  });
}

function goodEnoughWords(
  baseline: Compared,
  candidates: readonly Compared[],
  { candidates: compared, smallestGoodEnough }: SeveralComparisons,
  margin: number,
): string {
  const points = `${Number((margin * 100).toFixed(1))} points`;
  const { bytes } = baseline;
  const isSmaller = (one: Compared): boolean => one.bytes !== null && bytes !== null && one.bytes < bytes;
  const smaller = candidates.filter(isSmaller).map(({ name }) => name);
  if (smaller.length === 0) return `No compared file is smaller than that of the baseline, ${baseline.name}.`;
  if (smallestGoodEnough !== null && smaller.includes(smallestGoodEnough.name)) {
    return `${smallestGoodEnough.name} is the smallest file shown to lose at most ${points} of accuracy against ${baseline.name}.`;
  }
  const needed = compared
    .filter(({ name }) => smaller.includes(name))
    .flatMap(({ name, comparison }) => {
      const samples = comparison.goodEnough.samplesToDecide;
      return samples === null ? [] : [{ name, samples }];
    })
    .sort((one, other) => one.samples - other.samples);
  const [nearest] = needed;
  const start = `Not shown for any smaller file that it loses at most ${points} of accuracy against ${baseline.name}.`;
  if (nearest === undefined) return `${start} No number of samples like these would change that.`;
  return `${start} For ${nearest.name}, about ${roundUp(nearest.samples).toLocaleString('en')} samples like these would decide it.`;
}

function nothing(): Fault {
  return new Fault('INVALID_REQUEST', 'There is nothing to compare.', 'Name at least one run or file.');
}
