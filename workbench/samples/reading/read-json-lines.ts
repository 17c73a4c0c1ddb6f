import { Fault } from '../../../adapter/fault.ts';
import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { parseJson } from '../../../adapter/json/parse-json.ts';
import type { Pacer } from '../pacer.ts';
import { MAX_RECORD_LENGTH } from './import-limits.ts';
import type { RowFault, SourceItem, SourceItems } from './source-row.ts';

/**
 * The rows of a JSONL text: one object a line, LF or CR LF, blank lines skipped and counted. A line that is no JSON
 * object, a truncated last one too, is a fault with line and column.
 */
export async function* readJsonLines(pieces: Iterable<string>, pace: Pacer): SourceItems {
  let rest = '';
  let line = 0;
  for (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    const items: SourceItem[] = [];
    for (const text of lines) {
      line += 1;
      items.push(readLine(text, line));
      await pace();
    }
    if (items.length > 0) yield items;
    if (rest.length > MAX_RECORD_LENGTH) {
      yield [faultAt(line + 1, null, `The line is longer than ${MAX_RECORD_LENGTH} characters.`)];
      return;
    }
  }
  if (rest !== '') yield [readLine(rest, line + 1)];
}

function readLine(text: string, line: number): SourceItem {
  if (text.trim() === '') return { kind: 'blank', line };
  return readJsonItem(text, line);
}

/** One JSON object as a row. `line` is the line it begins on. */
export function readJsonItem(text: string, line: number): SourceItem {
  let node: JsonNode;
  try {
    node = parseJson(text, { firstLine: line });
  } catch (error) {
    return { kind: 'fault', fault: jsonFault(error, line) };
  }
  return rowOf(node, line);
}

/** A value as a row: an object's members are its fields. */
export function rowOf(node: JsonNode, line: number): SourceItem {
  if (node.kind !== 'object') return faultAt(line, null, 'This is no object with named fields.');
  return { kind: 'row', row: { line, fields: node.members.map(({ key, value }) => ({ name: key, value })) } };
}

/** The place that a fault of parseJson names in words. */
export function jsonFault(error: unknown, line: number): RowFault {
  if (!(error instanceof Fault)) throw error;
  const message = error.fields[0]?.message ?? error.message;
  const placed = /^Line (\d+), column (\d+): (.*)$/su.exec(message);
  if (placed === null) return { line, column: null, message };
  return { line: Number(placed[1]), column: Number(placed[2]), message: placed[3] ?? '' };
}

function faultAt(line: number, column: number | null, message: string): SourceItem {
  return { kind: 'fault', fault: { line, column, message } };
}
