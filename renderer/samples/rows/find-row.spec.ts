import { expect, test, vi } from 'vitest';
import { sampleRow } from '../../../test/stand-ins/sample-row.ts';
import type { SampleRow } from '../../../workbench/contract/samples.ts';
import { findRow } from './find-row.ts';
import { PAGE_ROWS } from './row-pages.ts';

function pages(labels: (string | null)[]) {
  const rows = labels.map((label, index) => sampleRow({ id: `s-${index}`, label }));
  const read = vi.fn(async (page: number) => ({
    total: rows.length,
    rows: rows.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS),
  }));
  return { read, total: rows.length };
}

const unlabelled = ({ sample }: SampleRow) => sample.label === null;

test('finds the next one after the present one, and never the present one', async () => {
  const { read, total } = pages(['a', null, null, 'a', null]);
  expect(await findRow(1, total, read, unlabelled)).toBe(2);
  expect(await findRow(2, total, read, unlabelled)).toBe(4);
});

test('goes on from the beginning', async () => {
  const { read, total } = pages(['a', null, 'a', 'a']);
  expect(await findRow(2, total, read, unlabelled)).toBe(1);
});

test('says so when there is none, or only the present one', async () => {
  const { read, total } = pages(['a', null, 'a']);
  expect(await findRow(1, total, read, unlabelled)).toBeNull();
  expect(await findRow(0, 0, read, unlabelled)).toBeNull();
});

test('begins with the first row when none is chosen', async () => {
  const { read, total } = pages([null, 'a']);
  expect(await findRow(-1, total, read, unlabelled)).toBe(0);
});

test('asks for further pages, each once, and for none that is not needed', async () => {
  const labels: (string | null)[] = Array.from({ length: PAGE_ROWS * 3 }, () => 'a');
  labels[PAGE_ROWS + 5] = null;
  const { read, total } = pages(labels);
  expect(await findRow(10, total, read, unlabelled)).toBe(PAGE_ROWS + 5);
  expect(read.mock.calls).toEqual([[0], [1]]);
});
