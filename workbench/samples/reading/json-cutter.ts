/** The text of one value, and where it begins. */
export interface JsonPiece {
  text: string;
  /** From 1. */
  line: number;
  /** From 1, in characters. */
  column: number;
}

/** Where and why a text could not be cut. */
export class JsonCutError extends Error {
  readonly line: number;
  readonly column: number;
  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

const BACKSLASH = 92;
const QUOTE = 34;
const LINE_FEED = 10;

/**
 * Cuts a large JSON text into the values of one of its lists or objects without building any of them: a scan for the
 * commas at that level, outside strings. What is inside a value is not checked; each is parsed alone, later.
 * @param text without a byte-order mark
 */
export function createJsonCutter(text: string) {
  let at = 0;
  let line = 1;
  let lineStart = 0;
  skipBlanks();

  function fail(message: string): JsonCutError {
    return new JsonCutError(message, line, at - lineStart + 1);
  }

  function skipBlanks(): void {
    for (; ; at += 1) {
      const code = text.charCodeAt(at);
      if (code === LINE_FEED) {
        line += 1;
        lineStart = at + 1;
      } else if (code !== 32 && code !== 9 && code !== 13) return;
    }
  }

  /** The position of the quote that closes the string at `from`, or the last character when none does. */
  function endOfString(from: number): number {
    for (let next = from + 1; ; ) {
      const close = text.indexOf('"', next);
      if (close < 0) return text.length - 1;
      let slashes = 0;
      while (text.charCodeAt(close - 1 - slashes) === BACKSLASH) slashes += 1;
      if (slashes % 2 === 0) return close;
      next = close + 1;
    }
  }

  function takeValue(): JsonPiece {
    const start = at;
    const piece = { line, column: at - lineStart + 1 };
    let depth = 0;
    let end = start;
    for (; ; at += 1) {
      const code = text.charCodeAt(at);
      if (Number.isNaN(code)) break;
      if (code === LINE_FEED) {
        line += 1;
        lineStart = at + 1;
        continue;
      }
      if (code === QUOTE) {
        at = endOfString(at);
        end = at + 1;
        continue;
      }
      const character = text[at];
      if (character === '{' || character === '[') depth += 1;
      else if (character === '}' || character === ']') {
        if (depth === 0) break;
        depth -= 1;
      } else if (depth === 0 && (character === ',' || character === ':')) break;
      if (code > 32) end = at + 1;
    }
    if (end === start) throw fail('A value is missing.');
    return { ...piece, text: text.slice(start, end) };
  }

  return {
    /** The next character that is no white space; the empty string at the end. */
    peek: (): string => text.charAt(at),
    /** Whether a list of objects begins here. */
    startsListOfObjects: (): boolean => /^\[\s*\{/u.test(text.slice(at, at + 1000)),
    /** Steps into the list or object that begins here; false when it is empty, and then it is behind. */
    enter(): boolean {
      const close = text[at] === '[' ? ']' : '}';
      at += 1;
      skipBlanks();
      if (text[at] !== close) return true;
      at += 1;
      skipBlanks();
      return false;
    },
    /** A member's key as JSON text, and its colon. */
    takeKey(): JsonPiece {
      const key = takeValue();
      if (text[at] !== ':') throw fail('A colon is missing after the key.');
      at += 1;
      skipBlanks();
      return key;
    },
    takeValue,
    /** After a value: whether another one follows; otherwise the list or object is behind. */
    next(close: ']' | '}'): boolean {
      skipBlanks();
      const character = text[at];
      if (character !== close && character !== ',') {
        throw fail(character === undefined ? 'The text ends too early.' : 'A comma or the end is missing.');
      }
      at += 1;
      skipBlanks();
      if (character === ',' && text[at] === close) throw fail('A comma stands before the end.');
      return character === ',';
    },
    /** @throws JsonCutError when something follows */
    finish(): void {
      if (at < text.length) throw fail('Something follows the end of the JSON.');
    },
  };
}

export type JsonCutter = ReturnType<typeof createJsonCutter>;
