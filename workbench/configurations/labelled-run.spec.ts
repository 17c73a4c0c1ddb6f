import { expect, it } from 'vitest';
import { type MadeRow, madeReading } from '../../test/stand-ins/run-readings.ts';
import { labelledRun } from './labelled-run.ts';
import type { RunReading } from './run-reader.ts';

const rows: MadeRow[] = [
  { label: 'a', probabilities: [0.9, 0.1], part: 'tune' },
  { label: 'b', probabilities: [0.6, 0.4], part: 'test', group: 'g' },
  { label: null, probabilities: [0.5, 0.5], part: 'test' },
  { label: 'b', probabilities: [0.2, 0.8], part: 'test', group: 'g' },
];

/** The run under a saved configuration, whose rows say something else than their logits. */
function underConfiguration(reading: RunReading, order: 'as-given' | 'both-ways'): RunReading {
  const { run } = reading;
  if (run.identity === null) throw new Error('no identity');
  const scoring = { ...run.configuration.scoring, configuration: 'a'.repeat(64) };
  const identity = { ...run.identity, settings: { ...run.identity.settings, order } };
  return {
    ...reading,
    run: { ...run, configuration: { ...run.configuration, scoring }, identity },
    rows: reading.rows.map((row) => (row.status === 'scored' ? { ...row, probabilities: [0.5, 0.5] } : row)),
  };
}

it('joins rows with the labels as they are now, by part', () => {
  const { tune, test } = labelledRun(madeReading(['a', 'b'], rows));
  expect(tune.n).toBe(1);
  expect(tune.groups).toBeUndefined();
  expect(test.n).toBe(2);
  expect([...(test.groups ?? [])]).toEqual([0, 0]);
  expect([...test.predictions().labels]).toEqual([1, 1]);
  for (const [index, p] of [0.6, 0.4, 0.2, 0.8].entries()) {
    expect(test.predictions().probabilities[index]).toBeCloseTo(p, 12);
  }
  const relabelled = madeReading(
    ['a', 'b'],
    rows.map((row) => ({ ...row, label: 'a' })),
  );
  expect(labelledRun(relabelled).test.n).toBe(3);
});

it('of a run under a configuration takes what was read, not what was fitted', () => {
  const { test } = labelledRun(underConfiguration(madeReading(['a', 'b'], rows), 'as-given'));
  expect(test.predictions().probabilities[0]).toBeCloseTo(0.6, 12);
});

it('refuses a run that was scored elsewhere, and says why', () => {
  const reading = madeReading(['a', 'b'], rows);
  const remote = { kind: 'decisions', url: 'https://example.com', key_variable: null, price: null } as const;
  const run = { ...reading.run, identity: null, configuration: { ...reading.run.configuration, remote } };
  expect(() => labelledRun({ ...reading, run })).toThrow(/scored elsewhere/);
});

it('refuses such a run with several orders, whose means cannot be taken apart', () => {
  expect(() => labelledRun(underConfiguration(madeReading(['a', 'b'], rows), 'both-ways'))).toThrow(
    expect.objectContaining({ code: 'INVALID_REQUEST', fields: [expect.objectContaining({ path: 'run_id' })] }),
  );
});
