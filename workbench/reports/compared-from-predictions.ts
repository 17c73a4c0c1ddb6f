import type { PredictionSet } from '../statistics/read-predictions.ts';
import type { Compared } from './compared.ts';

/** Predictions that were made anywhere, as read from a file. */
export function comparedFromPredictions(set: PredictionSet, sha256: string): Compared {
  const { predictions, samples, source } = set;
  const { options, probabilities } = predictions;
  const width = options.length;
  const identities = samples.map(({ id, label }) => ({ id, label }));
  return {
    name: source,
    bytes: null,
    options,
    mixed: false,
    rows: samples.map(({ id, label, group }, row) => ({
      id,
      label,
      group,
      width,
      probabilities: [...probabilities.subarray(row * width, (row + 1) * width)],
    })),
    identities,
    failed: 0,
    calls: [],
    loadSeconds: null,
    peakMemoryBytes: null,
    optionMasses: [],
    tasks: null,
    facts: { file: source, 'file SHA-256': sha256 },
    records: {},
  };
}
