import { type Separator, separators } from './separators.ts';
import { createTableTokeniser } from './tokenise-table.ts';

export interface SeparatorGuess {
  separator: Separator;
  why: string;
  /** Others that would give a table of several columns just as well; not empty means that a person must choose. */
  rivals: Separator[];
  /** Lines before the header that only name the separator (`sep=;`, as spreadsheets write). */
  skipLines: number;
}

const NAMES: Record<Separator, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' };

/**
 * Which character separates the cells, judged by the first records of a text, outside quotes only: the one that gives
 * every record the same number of cells, more than one. A `sep=` line decides.
 * @param head the beginning of the text, some 64 KB of it; a record that is cut off at its end is not counted
 */
export function sniffSeparator(head: string, isWhole: boolean): SeparatorGuess {
  const told = /^sep=(.)\r?(\n|$)/i.exec(head)?.[1];
  const named = separators.find((separator) => separator === told);
  if (named !== undefined) return { separator: named, why: 'the first line names it', rivals: [], skipLines: 1 };

  const tried = separators.map((separator) => ({ separator, ...judge(head, separator, isWhole) }));
  const best = tried.reduce((a, b) => (b.fit > a.fit || (b.fit === a.fit && b.columns > a.columns) ? b : a));
  if (best.columns < 2) {
    return { separator: ',', why: 'there is one column: no separator occurs', rivals: [], skipLines: 0 };
  }
  const rivals = tried.filter((one) => one !== best && one.columns > 1 && one.fit >= best.fit);
  const even = best.fit === 1 ? 'every record' : `${Math.round(best.fit * 100)} % of the records`;
  return {
    separator: best.separator,
    why: `${NAMES[best.separator]}: ${even} has ${best.columns} cells`,
    rivals: rivals.map(({ separator }) => separator),
    skipLines: 0,
  };
}

/** The number of cells of the header, and the share of records that have it; one column fits nothing. */
function judge(head: string, separator: Separator, isWhole: boolean): { columns: number; fit: number } {
  const records = createTableTokeniser(separator).push(head, isWhole);
  const counted = records.filter(({ cells }) => cells.length > 1 || cells[0] !== '');
  const columns = counted[0]?.cells.length ?? 0;
  if (columns < 2) return { columns, fit: 0 };
  const even = counted.filter(({ cells, fault }) => cells.length === columns && fault === null).length;
  return { columns, fit: even / counted.length };
}
