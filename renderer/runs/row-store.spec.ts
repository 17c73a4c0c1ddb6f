import { expect, test } from 'vitest';
import type { RunRow, RunSummary } from '../../workbench/contract/runs.ts';
import { NO_ROWS, readNewRows } from './row-store.ts';

function scored(sample: string): RunRow {
  return {
    status: 'scored',
    sample,
    probabilities: [1, 0],
    logits: [1, 0],
    option_mass: null,
    order_flip: null,
    input_tokens: 1,
    evaluated_tokens: 1,
    seconds: 1,
    prompt_sha256: '',
  };
}

const failed: RunRow = {
  status: 'failed',
  sample: 'b',
  seconds: 1,
  fault: { code: 'ENGINE_FAILED', message: 'It stopped.', next: 'Try again.', fields: [] },
};

/** A run whose rows are read two at a time, whatever is asked for. */
function source(rows: RunRow[]) {
  const asked: number[] = [];
  return {
    asked,
    rows: async ({ from }: { from: number }) => {
      asked.push(from);
      return { total: rows.length, rows: rows.slice(from, from + 2) };
    },
  };
}

function summary(scored: number, failed: number): RunSummary {
  // Only the counts and the id are read.
  return { run: { id: 'run' }, scored, failed, seconds_left: null, samples_per_second: null, job: null } as RunSummary;
}

test('only what came since is read', async () => {
  const first = await readNewRows(source([scored('a'), failed, scored('c')]), summary(2, 1), NO_ROWS);
  expect([...first.rows.keys()]).toEqual(['a', 'b', 'c']);
  const grown = source([scored('a'), failed, scored('c'), scored('d')]);
  const second = await readNewRows(grown, summary(3, 1), first);
  expect(grown.asked).toEqual([3]);
  expect(second.rows.size).toBe(4);
  expect(first.rows.size).toBe(3);
});

test('a retry counts whether it adds a line or replaces one', async () => {
  const before = await readNewRows(source([scored('a'), failed]), summary(1, 1), NO_ROWS);
  const added = await readNewRows(source([scored('a'), failed, scored('b')]), summary(2, 0), before);
  expect(added.rows.get('b')?.status).toBe('scored');
  const replaced = source([scored('a'), scored('b')]);
  expect((await readNewRows(replaced, summary(2, 0), before)).rows.get('b')?.status).toBe('scored');
  expect(replaced.asked).toEqual([2, 0]);
});
