import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type PredictionSet, readPredictions } from './read-predictions.ts';

// Reference values for specs; only specs import this module.

const goldenSchema = z.object({
  options: z.array(z.string()),
  rows: z.array(
    z.object({ id: z.string(), group: z.string(), label: z.string(), a: z.array(z.number()), b: z.array(z.number()) }),
  ),
  a: z.record(z.string(), z.json()),
  b: z.record(z.string(), z.json()),
  paired: z.record(z.string(), z.json()),
  small: z.object({
    mcnemar_exact: z.record(z.string(), z.number()),
    wilson95: z.record(z.string(), z.tuple([z.number(), z.number()])),
    clopper_pearson_lower95: z.record(z.string(), z.number()),
    holm: z.object({ p: z.array(z.number()), adjusted: z.array(z.number()) }),
  }),
  latency: z.object({
    values: z.array(z.number()),
    nearest_rank: z.record(z.string(), z.number()),
    linear: z.record(z.string(), z.number()),
  }),
});

/** The file of reference values. */
export const golden = goldenSchema.parse(
  JSON.parse(readFileSync(new URL('../../fixtures/golden/statistics.json', import.meta.url), 'utf8')),
);

/** Its rows as lines of `stats`. */
export function goldenLines(side: 'a' | 'b'): string[] {
  return golden.rows.map((row) => {
    const probabilities = Object.fromEntries(golden.options.map((option, index) => [option, row[side][index]]));
    return JSON.stringify({ id: row.id, label: row.label, group: row.group, probabilities });
  });
}

/** Its rows as predictions. */
export function goldenSet(side: 'a' | 'b'): PredictionSet {
  return readPredictions(goldenLines(side).join('\n'), `${side}.jsonl`);
}
