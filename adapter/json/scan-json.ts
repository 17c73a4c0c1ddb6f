import { createScanner } from 'jsonc-parser';

/** Kinds of tokens (SyntaxKind of jsonc-parser, a const enum that isolated modules cannot read). */
export const OPEN_BRACE = 1;
export const CLOSE_BRACE = 2;
export const OPEN_BRACKET = 3;
export const CLOSE_BRACKET = 4;
export const COMMA = 5;
export const COLON = 6;
export const NULL = 7;
export const TRUE = 8;
export const FALSE = 9;
export const STRING = 10;
export const NUMBER = 11;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
export const END = 17;

const COMMENTS_REFUSED = 'Comments are not allowed in JSON.';
// The library's ScanError, in words.
const SCAN_ERRORS: Record<number, string> = {
  1: COMMENTS_REFUSED,
  2: 'The string has no closing quote on its line.',
  3: 'The number ends too early.',
  4: 'A \\u escape needs four hexadecimal digits.',
  5: 'The string holds an escape that JSON does not know.',
  6: 'The string holds a control character that must be escaped.',
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BLANKS = /[ \t\r\n]*/y;

/** The tokens of a JSON text, one after the other. */
export interface JsonScanner {
  /** Goes to the next token and gives its kind; END at the end, again and again. */
  next(): number;
  /** The token's text, of a string its value. */
  value(): string;
  /** Why the token cannot be; null when it can. */
  fault(): string | null;
  /** Where the token begins, both from 1; a pass over all that is before it. */
  place(): { line: number; column: number };
}

/**
 * Scans a JSON text. The library looks at one character after the other, which takes half a second for two megabytes of
 * blanks; blanks and strings are most of every text, so those are read natively, and the library has the rest and names
 * what is wrong with a string.
 */
export function scanJson(text: string): JsonScanner {
  const scanner = createScanner(text, false);
  let at = 0;
  let start = 0;
  let value = '';
  let fault: string | null = null;

  function scan(): number {
    scanner.setPosition(start);
    const kind: number = scanner.scan();
    at = scanner.getPosition();
    value = scanner.getTokenValue();
    const error: number = scanner.getTokenError();
    if (kind === LINE_COMMENT || kind === BLOCK_COMMENT) fault = COMMENTS_REFUSED;
    else if (error !== 0) fault = SCAN_ERRORS[error] ?? 'This is not JSON.';
    return kind;
  }

  return {
    next() {
      BLANKS.lastIndex = at;
      BLANKS.test(text);
      start = BLANKS.lastIndex;
      fault = null;
      const string = text.charCodeAt(start) === QUOTE ? readString(text, start) : null;
      if (string === null) return scan();
      at = string.end;
      value = string.value;
      return STRING;
    },
    value: () => value,
    fault: () => fault,
    place() {
      const before = text.slice(0, start);
      const lines = before.split(/\r\n|\r|\n/);
      return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
    },
  };
}

/** The string whose quote stands at `start`, and where it ends; null when something is wrong with it. */
function readString(text: string, start: number): { value: string; end: number } | null {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes += 1;
    // An odd number of them: the quote is escaped.
    if (backslashes % 2 === 1) continue;
    try {
      const value: unknown = JSON.parse(text.slice(start, quote + 1));
      return typeof value === 'string' ? { value, end: quote + 1 } : null;
    } catch {
      return null;
    }
  }
  return null;
}
