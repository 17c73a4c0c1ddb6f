import { Fault } from '../fault.ts';
import { MAX_JSON_BYTES, MAX_JSON_DEPTH, MAX_JSON_VALUES } from './json-limits.ts';
import type { JsonNode } from './json-node.ts';
import { type PathStep, writePath } from './json-path.ts';
import { hasLoneSurrogate } from './lone-surrogate.ts';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  END,
  FALSE,
  NULL,
  NUMBER,
  OPEN_BRACE,
  OPEN_BRACKET,
  STRING,
  scanJson,
  TRUE,
} from './scan-json.ts';

export interface ParseJsonOptions {
  /** Path of the value itself, put before every path in a fault, as in `line 3` or `state`. */
  base?: string;
  /** Number of the text's first line, for faults; 1 unless told. */
  firstLine?: number;
  maxBytes?: number;
  maxDepth?: number;
}

type ArrayNode = Extract<JsonNode, { kind: 'array' }>;
type ObjectNode = Extract<JsonNode, { kind: 'object' }>;
/** A container whose end was not read yet; `key` is the member being read, null between members. */
type Open = { node: ArrayNode } | { node: ObjectNode; keys: Set<string>; key: string | null };

/**
 * Parses one JSON text (RFC 8259 and nothing else: no comments, no trailing commas) without loss: members keep their
 * order, numbers their digits. Time is linear in the length of the text, whatever it holds. A byte order mark is
 * skipped.
 * @throws Fault INVALID_REQUEST for anything else: syntax, invalid UTF-8, duplicate keys, lone surrogates, NaN and
 * infinities, numbers beyond a double, too deep, too large; its one field has the path, and line and column in words.
 */
export function parseJson(input: string | Uint8Array, options: ParseJsonOptions = {}): JsonNode {
  const base = options.base ?? '';
  const firstLine = options.firstLine ?? 1;
  const maxDepth = options.maxDepth ?? MAX_JSON_DEPTH;
  const text = readText(input, base, options.maxBytes ?? MAX_JSON_BYTES);
  const scanner = scanJson(text);
  // A stack of our own: nesting costs memory and never the call stack.
  const stack: Open[] = [];

  function fail(message: string, limit?: string): Fault {
    const steps = stack.map((open): PathStep | null => ('key' in open ? open.key : open.node.items.length));
    const place = scanner.place();
    const line = firstLine + place.line - 1;
    const { column } = place;
    const path = writePath(
      steps.filter((step) => step !== null),
      base,
    );
    return refuse(path, `Line ${line}, column ${column}: ${message}`, limit);
  }

  function next(): number {
    const token = scanner.next();
    const fault = scanner.fault();
    if (fault !== null) throw fail(fault);
    return token;
  }

  function readString(): string {
    const value = scanner.value();
    if (hasLoneSurrogate(value)) throw fail('The string holds half of a surrogate pair.', 'well-formed Unicode');
    return value;
  }

  /** Reads `"key":` of the object on top of the stack, whose first token is `token`. */
  function readKey(token: number, object: Extract<Open, { keys: Set<string> }>): void {
    if (token !== STRING) throw fail(token === CLOSE_BRACE ? 'A comma stands before the end.' : 'A key is missing.');
    const key = readString();
    object.key = key;
    if (object.keys.has(key)) throw fail('The key occurs twice in its object.', 'each key once');
    object.keys.add(key);
    if (next() !== COLON) throw fail('A colon is missing after the key.');
  }

  /** The value that starts with `token`; null when it is a container that has members, which is now on the stack. */
  function begin(token: number): JsonNode | null {
    switch (token) {
      case STRING:
        return { kind: 'string', value: readString() };
      case NUMBER: {
        const number = scanner.value();
        if (!Number.isFinite(Number(number))) {
          throw fail('The number is beyond the range of a double.', 'magnitude below 1.8e308');
        }
        return { kind: 'number', text: number };
      }
      case TRUE:
        return { kind: 'boolean', value: true };
      case FALSE:
        return { kind: 'boolean', value: false };
      case NULL:
        return { kind: 'null' };
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (stack.length >= maxDepth) throw fail('Values are nested too deeply.', `at most ${maxDepth} levels`);
        return null;
      default:
        throw fail(explainToken(token, scanner.value()));
    }
  }

  let values = 0;
  let token = next();
  for (;;) {
    if (++values > MAX_JSON_VALUES) throw fail('The text holds too many values.', `at most ${MAX_JSON_VALUES} values`);
    let value = begin(token);
    if (value === null) {
      const isObject = token === OPEN_BRACE;
      token = next();
      if (isObject) {
        const object: Open = { node: { kind: 'object', members: [] }, keys: new Set(), key: null };
        if (token === CLOSE_BRACE) value = object.node;
        else {
          stack.push(object);
          readKey(token, object);
          token = next();
          continue;
        }
      } else {
        const array: Open = { node: { kind: 'array', items: [] } };
        if (token === CLOSE_BRACKET) value = array.node;
        else {
          stack.push(array);
          continue;
        }
      }
    }

    // The value is complete: put it where it belongs, and close what ends after it.
    let open = stack.at(-1);
    for (; open !== undefined; open = stack.at(-1)) {
      if (!('key' in open)) open.node.items.push(value);
      else if (open.key !== null) open.node.members.push({ key: open.key, value });
      token = next();
      if (token === COMMA) break;
      if (token !== ('key' in open ? CLOSE_BRACE : CLOSE_BRACKET)) {
        throw fail(token === END ? 'The text ends too early.' : 'A comma or the end is missing.');
      }
      value = open.node;
      stack.pop();
    }
    if (open === undefined) {
      if (next() !== END) throw fail('Something follows the end of the JSON value.');
      return value;
    }
    if ('key' in open) open.key = null;
    token = next();
    if ('key' in open) {
      readKey(token, open);
      token = next();
    }
  }
}

/** The text of a JSON input, its size checked first. */
function readText(input: string | Uint8Array, base: string, maxBytes: number): string {
  // A string of n UTF-16 units has at least n bytes in UTF-8, so this never refuses what fits.
  if (input.length > maxBytes) throw refuse(base, 'The JSON text is too large.', `at most ${maxBytes} bytes`);
  if (typeof input === 'string') return input.startsWith('\uFEFF') ? input.slice(1) : input;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(input);
  } catch (cause) {
    throw refuse(base, 'The bytes are not valid UTF-8.', 'UTF-8 text', cause);
  }
}

function explainToken(token: number, value: string): string {
  if (token === END) return 'The text ends where a value should begin.';
  if (token === CLOSE_BRACE || token === CLOSE_BRACKET) return 'A comma stands before the end.';
  if (/^[-+]?(nan|inf(inity)?)$/i.test(value) || value === '-') return 'NaN and infinities are not allowed in JSON.';
  return 'This is no JSON value.';
}

function refuse(path: string, message: string, limit?: string, cause?: unknown): Fault {
  const field = limit === undefined ? { path, message } : { path, message, limit };
  return new Fault(
    'INVALID_REQUEST',
    `The JSON cannot be read${path === '' ? '' : ` at ${path}`}: ${message}`,
    limit === undefined ? 'Correct the text there.' : `Correct it there: ${limit}.`,
    { fields: [field], cause },
  );
}
