import type { PlainOption } from './draft-change.ts';

/** An id made of a line is a name: it ends at a word near this length. */
const LONGEST_MADE_ID = 40;
/** A part before a colon with more words than this is a sentence and no id. */
const MOST_ID_WORDS = 5;

/**
 * Options out of a pasted list. A line is `id: description`, `id<TAB>description` or a description alone, which
 * makes its own id; bullets and numbering are dropped. JSON (`["a", "b"]` or `[{"id": …, "description": …}]`) is
 * read too. Ids that repeat get a number.
 */
export function parseOptionList(text: string): PlainOption[] {
  const options = fromJson(text) ?? fromLines(text);
  const used = new Set<string>();
  return options.map(({ id, description }) => {
    let unique = id;
    for (let number = 2; used.has(unique); number += 1) unique = `${id}_${number}`;
    used.add(unique);
    return { id: unique, description };
  });
}

/** Whether a pasted text is a list and not just a word or a sentence. */
export function isList(text: string): boolean {
  return text.trim().split(/\r?\n/).length > 1;
}

function fromLines(text: string): PlainOption[] {
  return text
    .split(/\r?\n/)
    .map((line) => stripMarker(line.trim()))
    .filter((line) => line !== '')
    .map(fromLine);
}

/** Bullets (`-`, `*`, `•`, `–`), check boxes and numbering (`1.`, `2)`, `(3)`, `A.`, `b)`). */
function stripMarker(line: string): string {
  return line
    .replace(/^(?:[-*+•–—▪◦]\s+|\(?\d{1,3}[.)]\s+|\(?[A-Za-z][.)]\s+)/, '')
    .replace(/^\[[ xX]?\]\s+/, '')
    .trim();
}

function fromLine(line: string): PlainOption {
  const [first = '', ...rest] = line.split('\t').map((cell) => cell.trim());
  if (rest.length > 0 && first !== '') return { id: first, description: rest.filter((cell) => cell !== '').join(' ') };
  const colon = /^(.+?)\s*:(?:\s+(.*))?$/.exec(line);
  const before = colon?.[1];
  if (before !== undefined && before.split(/\s+/).length <= MOST_ID_WORDS) {
    return { id: before, description: colon?.[2]?.trim() ?? '' };
  }
  return { id: makeId(line), description: line };
}

/** `Account access & authentication` becomes `account_access_authentication`. */
export function makeId(line: string): string {
  const words = line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  let id = '';
  for (const word of words) {
    const longer = id === '' ? word : `${id}_${word}`;
    if (longer.length > LONGEST_MADE_ID && id !== '') break;
    id = longer;
  }
  return id === '' ? 'option' : id;
}

function fromJson(text: string): PlainOption[] | null {
  if (!/^\s*\[/.test(text)) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(value)) return null;
  const options = value.map(fromJsonItem);
  return options.includes(null) ? null : options.filter((option) => option !== null);
}

function fromJsonItem(item: unknown): PlainOption | null {
  if (typeof item === 'string') return { id: makeId(item), description: item };
  if (typeof item !== 'object' || item === null || !('id' in item) || typeof item.id !== 'string') return null;
  const description = 'description' in item && typeof item.description === 'string' ? item.description : '';
  return { id: item.id, description };
}
