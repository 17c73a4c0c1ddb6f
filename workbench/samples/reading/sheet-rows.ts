import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { letterOf } from '../letter-of.ts';
import { nameColumns } from './read-table.ts';
import type { SourceField, SourceItem } from './source-row.ts';

/** A cell as it is read from a sheet; `fault` when it has no value that could be used. */
export type SheetCell = { value: JsonNode; fault?: undefined } | { fault: string };

export const EMPTY_CELL: SheetCell = { value: { kind: 'string', value: '' } };

/**
 * Turns the rows of a sheet into records: the first row that is not empty is the header, cells beyond it that hold
 * something are a fault, empty rows are counted.
 * @param place the file and the sheet, for faults
 */
export function createSheetRows(place: string) {
  let header: string[] | null = null;
  return {
    /** @throws Fault INVALID_REQUEST for a header that cannot be used */
    read(cells: readonly (SheetCell | undefined)[], line: number): SourceItem[] {
      const last = cells.findLastIndex((cell) => !isEmpty(cell));
      if (last < 0) return header === null ? [] : [{ kind: 'blank', line }];
      if (header === null) {
        const names = cells.slice(0, last + 1).map((cell) => (cell === undefined ? '' : plainText(cell)));
        header = nameColumns(names, `${place}, row ${line}`);
        return [];
      }
      if (last >= header.length) {
        const message = `Cell ${letterOf(last)}${line} holds something, and the header ends at ${letterOf(header.length - 1)}.`;
        return [{ kind: 'fault', fault: { line, column: last + 1, message } }];
      }
      const fields: SourceField[] = [];
      for (const [index, name] of header.entries()) {
        const cell = cells[index] ?? EMPTY_CELL;
        if (cell.fault !== undefined) {
          const message = `Cell ${letterOf(index)}${line} ${cell.fault}`;
          return [{ kind: 'fault', fault: { line, column: index + 1, message } }];
        }
        fields.push({ name, value: cell.value });
      }
      return [{ kind: 'row', row: { line, fields } }];
    },
    hasHeader: (): boolean => header !== null,
  };
}

function isEmpty(cell: SheetCell | undefined): boolean {
  return cell === undefined || (cell.fault === undefined && plainText(cell).trim() === '');
}

function plainText(cell: SheetCell): string {
  if (cell.fault !== undefined) return '';
  const { value } = cell;
  if (value.kind === 'string') return value.value;
  if (value.kind === 'number') return value.text;
  return value.kind === 'boolean' ? String(value.value) : '';
}

/** The number, from 0, of the letters at the beginning of a cell's address; null when there are none. */
export function columnIndex(address: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(address)?.[0];
  if (letters === undefined) return null;
  let index = 0;
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}
