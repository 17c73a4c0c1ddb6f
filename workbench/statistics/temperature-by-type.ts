import { bootstrapMeans, type Estimate, type Resampling } from './bootstrap.ts';
import { mean } from './mean.ts';
import type { MixedRow } from './mixed-sets.ts';
import { minus } from './paired-comparison.ts';
import { type Predictions, packPredictions } from './predictions.ts';
import { logLossTerms } from './probability-scores.ts';
import { rescale } from './rescale.ts';
import { type FittedTemperature, fitSharedTemperature } from './temperature.ts';

/** A labelled answer of a mixed set, with the part of the set that its sample is in. */
export interface PartedRow extends MixedRow {
  part: 'tune' | 'test';
}

/** One temperature for all questions of one type, and whether it holds on samples that it was not fitted on. */
export interface TypeTemperature {
  type: string;
  tune: number;
  test: number;
  /** Fitted on the tune part; null without samples there. */
  fitted: FittedTemperature | null;
  /** Mean log loss on the test part without and with it, nats; null without samples, or without a temperature. */
  before: number | null;
  after: number | null;
  /** after − before, paired. */
  change: Estimate;
  /** Whether the test part shows that it helps: the loss is lower and the interval excludes 0. */
  helps: boolean;
}

/**
 * Temperature by question type, for samples that bring their own questions. A type has questions of several sizes, which
 * share one temperature: it is fitted to all of them, each over its own options.
 */
export function temperatureByType(rows: readonly PartedRow[], resampling: Resampling): TypeTemperature[] {
  const types = [...new Set(rows.map(({ type }) => type))].sort();
  return types.map((type) => {
    const own = rows.filter((row) => row.type === type);
    const tune = own.filter(({ part }) => part === 'tune');
    const test = own.filter(({ part }) => part === 'test');
    const fitted = fitSharedTemperature(packBySize(tune));
    const counts = { type, tune: tune.length, test: test.length, fitted };
    if (fitted === null || test.length === 0) {
      return { ...counts, before: null, after: null, change: { value: null, interval: null }, helps: false };
    }
    const packed = packBySize(test);
    const before = lossTerms(packed);
    const after = lossTerms(packed.map((predictions) => rescale(predictions, fitted.temperature)));
    const [change = { value: null, interval: null }] = bootstrapMeans([minus(after, before)], resampling);
    const helps = change.interval !== null && change.interval.high < 0;
    return { ...counts, before: mean(before), after: mean(after), change, helps };
  });
}

/** Rows with equally many options, packed together. */
function packBySize(rows: readonly MixedRow[]): Predictions[] {
  const sizes = [...new Set(rows.map(({ probabilities }) => probabilities.length))].sort((a, b) => a - b);
  return sizes.map((size) => {
    const places = Array.from({ length: size }, (_, at) => String(at));
    return packPredictions(
      places,
      rows
        .filter(({ probabilities }) => probabilities.length === size)
        .map(({ label, probabilities }) => ({ label: String(label), probabilities })),
    );
  });
}

function lossTerms(packed: readonly Predictions[]): Float64Array {
  return Float64Array.from(packed.flatMap((predictions) => [...logLossTerms(predictions)]));
}

/** What the test part showed of it, in a few words. */
export function temperatureWords({ test, fitted, helps }: TypeTemperature): string {
  if (fitted === null) return 'not fitted: none of them is in the tune part';
  if (test === 0) return 'not judged: none of them is in the test part';
  const end = fitted.atLimit === null ? '' : ', at the end of the range that is tried';
  return `${helps ? 'helps on the test part' : 'not shown to help'}${end}`;
}
