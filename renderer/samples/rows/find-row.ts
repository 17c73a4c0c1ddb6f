import type { SampleRow } from '../../../workbench/contract/samples.ts';
import { PAGE_ROWS, type RowPage } from './row-pages.ts';

/**
 * The place of the next row that fits, after `from` and then from the beginning; null when no other does. `from` itself
 * is not looked at. Pages are asked for one after the other, and only until one holds such a row.
 */
export async function findRow(
  from: number,
  total: number,
  readPage: (page: number) => Promise<RowPage>,
  fits: (row: SampleRow, index: number) => boolean,
): Promise<number | null> {
  let page: { number: number; rows: SampleRow[] } = { number: -1, rows: [] };
  for (let step = 1; step < total; step += 1) {
    const index = (from + step + total) % total;
    const number = Math.floor(index / PAGE_ROWS);
    if (page.number !== number) page = { number, rows: (await readPage(number)).rows };
    const row = page.rows[index - number * PAGE_ROWS];
    if (row !== undefined && fits(row, index)) return index;
  }
  return null;
}
