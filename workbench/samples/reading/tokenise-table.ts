import { MAX_RECORD_LENGTH } from './import-limits.ts';
import type { RowFault } from './source-row.ts';

/** One record of a delimited text, or what is wrong with it. */
export interface TableRecord {
  line: number;
  cells: string[];
  /** A quote inside an unquoted cell was taken as a character. */
  bareQuote: boolean;
  fault: RowFault | null;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;

/**
 * Splits a delimited text (RFC 4180, any of CR LF, LF and CR as line breaks, mixed too) into records, each with the line
 * it begins on. Quoted cells may hold separators, line breaks and doubled quotes; a bare quote inside an unquoted cell
 * is a character. A quote that is never closed and text after a closing quote are faults, with line and column; reading
 * goes on after the line.
 * @param separator one character
 * @param firstLine number of the text's first line
 */
export function createTableTokeniser(separator: string, firstLine = 1) {
  const separatorCode = separator.charCodeAt(0);
  let text = '';
  let line = firstLine;

  /** The record that begins at `start`; null when the text ends before it does. */
  function readRecord(start: number, isLast: boolean): { record: TableRecord; end: number; lines: number } | null {
    const record: TableRecord = { line, cells: [], bareQuote: false, fault: null };
    let at = start;
    let lines = 0;
    let lineStart = start;
    for (;;) {
      if (text.charCodeAt(at) === QUOTE) {
        const open = { line: line + lines, column: at - lineStart + 1 };
        let cell = '';
        let from = at + 1;
        for (;;) {
          const close = text.indexOf('"', from);
          if (close < 0) {
            if (!isLast && text.length - start < MAX_RECORD_LENGTH) return null;
            const message = 'The quote that begins here is never closed.';
            record.fault = { ...open, message };
            return { record, end: text.length, lines };
          }
          if (close + 1 >= text.length && !isLast) return null;
          const breaks = countBreaks(text, from, close);
          lines += breaks.count;
          if (breaks.count > 0) lineStart = breaks.after;
          if (text.charCodeAt(close + 1) === QUOTE) {
            cell += text.slice(from, close + 1);
            from = close + 2;
            continue;
          }
          cell += text.slice(from, close);
          at = close + 1;
          break;
        }
        const next = text.charCodeAt(at);
        const ends = at >= text.length || next === separatorCode || next === LINE_FEED || next === CARRIAGE_RETURN;
        if (!ends) {
          const message = 'Text follows the closing quote; a quote inside a quoted cell is written twice.';
          record.fault ??= { line: line + lines, column: at - lineStart + 1, message };
          at = endOfLine(text, at);
          if (at >= text.length && !isLast) return null;
        }
        record.cells.push(cell);
      } else {
        const from = at;
        let code = text.charCodeAt(at);
        while (at < text.length && code !== separatorCode && code !== LINE_FEED && code !== CARRIAGE_RETURN) {
          if (code === QUOTE) record.bareQuote = true;
          at += 1;
          code = text.charCodeAt(at);
        }
        record.cells.push(text.slice(from, at));
      }
      if (at >= text.length) return isLast ? { record, end: at, lines } : null;
      const code = text.charCodeAt(at);
      if (code === separatorCode) {
        at += 1;
        continue;
      }
      if (code === CARRIAGE_RETURN && at + 1 >= text.length && !isLast) return null;
      const width = code === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED ? 2 : 1;
      return { record, end: at + width, lines: lines + 1 };
    }
  }

  return {
    /** The records that are complete with this piece; with `isLast` also the one that no line break ends. */
    push(piece: string, isLast: boolean): TableRecord[] {
      text += piece;
      const records: TableRecord[] = [];
      let start = 0;
      while (start < text.length) {
        const read = readRecord(start, isLast);
        if (read === null) break;
        records.push(read.record);
        start = read.end;
        line += read.lines;
      }
      text = text.slice(start);
      return records;
    },
    /** Characters that wait for the rest of their record: pieces should be at least as long, to read each once. */
    get waiting(): number {
      return text.length;
    },
  };
}

/** Line breaks in text[from, to), and the position after the last one. */
function countBreaks(text: string, from: number, to: number): { count: number; after: number } {
  let count = 0;
  let after = from;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== LINE_FEED && code !== CARRIAGE_RETURN) continue;
    if (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED && at + 1 < to) at += 1;
    count += 1;
    after = at + 1;
  }
  return { count, after };
}

function endOfLine(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED || code === CARRIAGE_RETURN) return at;
  }
  return text.length;
}
