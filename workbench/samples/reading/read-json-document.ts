import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { parseJson } from '../../../adapter/json/parse-json.ts';
import type { Pacer } from '../pacer.ts';
import { createJsonCutter, JsonCutError, type JsonCutter, type JsonPiece } from './json-cutter.ts';
import { jsonFault, readJsonItem } from './read-json-lines.ts';
import { refuseFile } from './refuse-file.ts';
import type { SourceField, SourceItem, SourceItems } from './source-row.ts';

/**
 * The rows of a JSON document: the objects of its list. The list is the document itself, or the one member of its object
 * that is a list of objects (`{"samples": […]}`); an object without one is a single row.
 * @param onMember told of the other members of the object around the list: what the document says about its rows
 * @throws Fault INVALID_REQUEST when the document as a whole is no JSON, or it is not clear which list is meant
 */
export async function* readJsonDocument(
  text: string,
  name: string,
  pace: Pacer,
  onMember: (field: SourceField) => void = () => undefined,
): SourceItems {
  try {
    const cutter = createJsonCutter(text);
    if (cutter.peek() === '[') yield* readList(cutter, pace);
    else if (cutter.peek() !== '{') {
      throw refuseFile(name, 'it holds neither a list nor an object.', 'Choose a JSON file with a list of objects.');
    } else if (isRow(text)) yield [readPiece(cutter.takeValue())];
    else yield* readObject(cutter, name, pace, onMember);
    cutter.finish();
  } catch (error) {
    if (!(error instanceof JsonCutError)) throw error;
    throw refuseFile(`${name}, line ${error.line}, column ${error.column}`, error.message, 'Correct the JSON there.');
  }
}

const BATCH = 200;

async function* readList(cutter: JsonCutter, pace: Pacer): SourceItems {
  if (!cutter.enter()) return;
  let items: SourceItem[] = [];
  do {
    items.push(readPiece(cutter.takeValue()));
    if (items.length >= BATCH) {
      yield items;
      items = [];
    }
    await pace();
  } while (cutter.next(']'));
  if (items.length > 0) yield items;
}

async function* readObject(
  cutter: JsonCutter,
  name: string,
  pace: Pacer,
  onMember: (field: SourceField) => void,
): SourceItems {
  if (!cutter.enter()) throw refuseFile(name, 'its object is empty.', 'Choose a file with rows.');
  let list: string | null = null;
  const members: SourceField[] = [];
  do {
    const key = parseMember(cutter.takeKey(), name);
    const field = { name: key.kind === 'string' ? key.value : '', value: key };
    if (cutter.startsListOfObjects()) {
      if (list !== null) {
        throw refuseFile(
          name,
          `it has several lists of objects (${list}, ${field.name}).`,
          'Put the list of the samples into a file alone.',
        );
      }
      list = field.name;
      yield* readList(cutter, pace);
    } else {
      const value = cutter.takeValue();
      members.push({ name: field.name, value: parseMember(value, name) });
    }
    await pace();
  } while (cutter.next('}'));
  const isEmptyList = members.some(({ name: key, value }) => LISTS.includes(key) && isEmpty(value));
  if (list === null && !isEmptyList) yield [{ kind: 'row', row: { line: 1, fields: members } }];
  else for (const member of members) onMember(member);
}

// What lists of rows are called: an empty one has no object to tell it by.
const LISTS = ['samples', 'rows', 'records', 'tests', 'items', 'examples', 'data'];

function isEmpty(node: JsonNode): boolean {
  return node.kind === 'array' && node.items.length === 0;
}

/** An object that is a sample itself: a list inside it is evidence or options, and no list of rows. */
function isRow(text: string): boolean {
  return /^\s*\{\s*"(state|id|evidence|input|v|question|questions|decision)"\s*:/u.test(text.slice(0, 1000));
}

// Pads the line before an item, so that the columns of its first line are those of the file. Longer lines are machine
// written, and nobody counts there.
const MAX_PADDING = 10_000;

function readPiece({ text, line, column }: JsonPiece): SourceItem {
  return readJsonItem(`${' '.repeat(Math.min(column - 1, MAX_PADDING))}${text}`, line);
}

function parseMember({ text, line, column }: JsonPiece, name: string) {
  try {
    return parseJson(`${' '.repeat(Math.min(column - 1, MAX_PADDING))}${text}`, { firstLine: line });
  } catch (error) {
    const fault = jsonFault(error, line);
    const where = fault.column === null ? '' : `, column ${fault.column}`;
    throw refuseFile(`${name}, line ${fault.line}${where}`, fault.message, 'Correct the JSON there.', error);
  }
}
