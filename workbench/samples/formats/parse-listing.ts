import { Fault } from '../../../adapter/fault.ts';
import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { parseJson } from '../../../adapter/json/parse-json.ts';
import { itemsOf, scalarOf } from './node-fields.ts';

/**
 * The texts of a list, however a table holds it: a list, its JSON (`["a", "b"]`), a Python list (`['a', "it's"]`) or what
 * numpy prints (`['a' 'b']`, over several lines too). Null when it is no list of texts.
 */
export function parseListing(node: JsonNode | undefined): string[] | null {
  if (node?.kind === 'array') {
    const texts = itemsOf(node).map(scalarOf);
    return texts.every((text) => text !== null) ? texts : null;
  }
  if (node?.kind !== 'string') return null;
  const text = node.value.trim();
  if (!text.startsWith('[') || !text.endsWith(']')) return null;
  try {
    return parseListing(parseJson(text));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return parsePythonList(text.slice(1, -1));
  }
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"' };

/** Quoted texts with commas or white space between them; null for anything else, `...` of a shortened print too. */
function parsePythonList(inner: string): string[] | null {
  const texts: string[] = [];
  let at = 0;
  while (at < inner.length) {
    const character = inner.charAt(at);
    if (/[\s,]/u.test(character)) {
      at += 1;
      continue;
    }
    if (character !== "'" && character !== '"') return null;
    let text = '';
    at += 1;
    for (;;) {
      const next = inner.charAt(at);
      if (next === '') return null;
      at += 1;
      if (next === character) break;
      if (next !== '\\') {
        text += next;
        continue;
      }
      const escaped = ESCAPES[inner.charAt(at)];
      text += escaped ?? `\\${inner.charAt(at)}`;
      at += 1;
    }
    texts.push(text);
  }
  return texts;
}
