import { expect, it } from 'vitest';
import type { Configuration } from '../../adapter/configuration/configuration.ts';
import { type MadeRow, madeQuestion, madeReading } from '../../test/stand-ins/run-readings.ts';
import type { FitRequest } from '../contract/configurations.ts';
import { fitConfiguration } from './fit-configuration.ts';
import { verifyConfiguration } from './verify-configuration.ts';

function rowsAt(confidence: number, right: number, wrong: number, part: MadeRow['part']): MadeRow[] {
  const row = (p: number): MadeRow => ({ label: 'a', probabilities: [p, 1 - p], part });
  return [
    ...Array.from({ length: right }, () => row(confidence)),
    ...Array.from({ length: wrong }, () => row(1 - confidence)),
  ];
}

const flip = (rows: readonly MadeRow[]): MadeRow[] =>
  rows.map((row) => ({ ...row, label: row.label === 'a' ? 'b' : 'a' }));

function saved(rows: MadeRow[], request: Partial<FitRequest>): Configuration {
  const reading = madeReading(['a', 'b'], rows);
  const asked: FitRequest = {
    run_id: reading.run.id,
    temperature: false,
    prior: false,
    rule: { rule: 'target', accuracy: 0.9 },
    fallback: null,
    ...request,
  };
  return fitConfiguration(reading, asked, new Date(0)).configuration;
}

function verify(configuration: Configuration, rows: MadeRow[], reading = madeReading(['a', 'b'], rows)) {
  return verifyConfiguration(configuration, reading);
}

const good = [...rowsAt(0.9, 60, 1, 'tune'), ...rowsAt(0.9, 60, 1, 'test')];

it('holds on newer samples that are as good, no longer on flipped labels, and is open on few', () => {
  const configuration = saved(good, {});
  const same = verify(configuration, rowsAt(0.9, 80, 1, 'test'));
  expect(same.holds).toBe('holds');
  expect(same.sentence).toMatch(/^It holds: .*81 samples.*reaches its target 0\.900/);
  const flipped = verify(configuration, flip(rowsAt(0.9, 80, 1, 'test')));
  expect(flipped.holds).toBe('no-longer-holds');
  expect(flipped.sentence).toMatch(/^It no longer holds: .*accepts 81 \(100 %\), 1 of them right/);
  expect(flipped.figures).toMatchObject({ n: 81, accepted: 81, right: 1 });
  expect(verify(configuration, rowsAt(0.9, 5, 0, 'test')).holds).toBe('not-shown');
  expect(verify(configuration, []).holds).toBe('not-shown');
});

it('leaves the tune part out', () => {
  const configuration = saved(good, {});
  const answer = verify(configuration, [...rowsAt(0.9, 80, 1, 'test'), ...flip(rowsAt(0.9, 500, 0, 'tune'))]);
  expect(answer).toMatchObject({ holds: 'holds', figures: { n: 81 } });
});

it('applies the threshold that was saved, not a new one', () => {
  const mixed = [...good, ...rowsAt(0.6, 5, 5, 'tune'), ...rowsAt(0.6, 5, 5, 'test')];
  const configuration = saved(mixed, {});
  const answer = verify(configuration, [...rowsAt(0.9, 80, 1, 'test'), ...rowsAt(0.6, 0, 19, 'test')]);
  expect(answer).toMatchObject({ holds: 'holds', figures: { n: 100, accepted: 81, right: 80 } });
});

it('without a target claims the bound that was saved', () => {
  const configuration = saved(good, { rule: { rule: 'confidence', threshold: 0.5 } });
  expect(verify(configuration, rowsAt(0.9, 300, 1, 'test')).holds).toBe('holds');
  expect(verify(configuration, flip(rowsAt(0.9, 80, 1, 'test'))).holds).toBe('no-longer-holds');
});

it('of one option that fails says which', () => {
  const b = (rows: MadeRow[]): MadeRow[] =>
    rows.map((row) => ({ ...row, label: 'b', probabilities: [...row.probabilities].reverse() }));
  const configuration = saved([...good, ...b(good)], { rule: { rule: 'per-option', accuracy: 0.9 } });
  const newer = [...rowsAt(0.9, 80, 0, 'test'), ...flip(b(rowsAt(0.9, 80, 0, 'test')))];
  const answer = verify(configuration, newer);
  expect(answer).toMatchObject({ holds: 'no-longer-holds', sentence: expect.stringContaining('for b.') });
});

it('with costs claims what a sample cost', () => {
  const wrong = [
    [0, 1],
    [1, 0],
  ];
  const configuration = saved([...rowsAt(0.9, 50, 0, 'tune'), ...rowsAt(0.9, 80, 20, 'test')], {
    rule: { rule: 'costs', wrong, abstain: 0.5 },
  });
  expect(verify(configuration, rowsAt(0.9, 95, 5, 'test')).holds).toBe('holds');
  const flipped = verify(configuration, flip(rowsAt(0.9, 95, 5, 'test')));
  expect(flipped.holds).toBe('no-longer-holds');
  expect(flipped.sentence).toContain('A sample costs 0.950');
  expect(verify(configuration, rowsAt(0.9, 8, 2, 'test')).holds).toBe('not-shown');
});

it('refuses a run of another decision, another model or other settings', () => {
  const configuration = saved(good, {});
  const question = { ...madeQuestion(['a', 'b']), question: 'Which one?' };
  expect(() => verify(configuration, [], madeReading(['a', 'b'], good, { question }))).toThrow(
    expect.objectContaining({
      code: 'CONFLICT',
      message: expect.stringContaining('another decision'),
    }),
  );
  expect(() => verify(configuration, [], madeReading(['a', 'b'], good, { temperature: 3 }))).toThrow(
    expect.objectContaining({
      code: 'CONFLICT',
      fields: [expect.objectContaining({ path: 'scoring.temperature' })],
    }),
  );
});
