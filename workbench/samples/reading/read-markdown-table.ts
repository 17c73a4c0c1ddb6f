import { nameColumns } from './read-table.ts';
import { refuseFile } from './refuse-file.ts';
import type { SourceItem } from './source-row.ts';

/** Whether a text begins as a Markdown table does: a row of bars, then one of dashes. */
export function isMarkdownTable(text: string): boolean {
  return /^\s*\|.*\|[ \t]*\r?\n[ \t]*\|([ \t]*:?-+:?[ \t]*\|)+[ \t]*(\r?\n|$)/u.test(text);
}

/**
 * The rows of a Markdown table, as it is pasted from a page or a chat. `\|` is a bar.
 * @throws Fault INVALID_REQUEST for a header that cannot be used
 */
export function readMarkdownTable(text: string, name: string): SourceItem[] {
  const items: SourceItem[] = [];
  let header: string[] | null = null;
  for (const [index, content] of text.split(/\r\n|\r|\n/u).entries()) {
    const line = index + 1;
    const trimmed = content.trim();
    if (trimmed === '') {
      if (header !== null) items.push({ kind: 'blank', line });
      continue;
    }
    const cells = splitRow(trimmed);
    if (header === null) {
      header = nameColumns(cells, `${name}, line ${line}`);
      continue;
    }
    if (items.length === 0 && cells.every((cell) => /^:?-+:?$/u.test(cell))) continue;
    if (cells.length !== header.length) {
      const message = `This row has ${cells.length} cells, and the header has ${header.length}.`;
      items.push({ kind: 'fault', fault: { line, column: null, message } });
      continue;
    }
    const fields = header.map((column, at) => ({
      name: column,
      value: { kind: 'string' as const, value: cells[at] ?? '' },
    }));
    items.push({ kind: 'row', row: { line, fields } });
  }
  if (header === null) throw refuseFile(name, 'it is empty.', 'Paste a table with a header.');
  return items;
}

function splitRow(row: string): string[] {
  const inner = row.replace(/^\|/u, '').replace(/(?<!\\)\|$/u, '');
  return inner.split(/(?<!\\)\|/u).map((cell) => cell.trim().replaceAll('\\|', '|'));
}
