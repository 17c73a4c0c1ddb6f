import { isUtf8 } from 'node:buffer';
import { TEXT_PIECE_BYTES } from './import-limits.ts';
import { refuseFile } from './refuse-file.ts';
import type { TextEncoding } from './text-encodings.ts';

export interface EncodingGuess {
  encoding: TextEncoding;
  /** Bytes of the byte-order mark at the beginning; 0 when there is none. */
  mark: number;
  /** In words, with examples when it is a guess. */
  why: string;
  /** False when other encodings could have given the same bytes. */
  certain: boolean;
}

/**
 * Which encoding a text has: by its byte-order mark, by the zero bytes of UTF-16, by whether it is valid UTF-8; what is
 * neither is taken for Windows-1252, as spreadsheets on Windows save, and that is a guess.
 * @param name the file, for faults
 * @throws Fault INVALID_REQUEST when the bytes are no text in any of them
 */
export function detectEncoding(bytes: Uint8Array, name: string): EncodingGuess {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    if (!isUtf8(bytes)) {
      throw refuseFile(name, 'it says that it is UTF-8, and its bytes are not valid UTF-8.', 'Save it again as UTF-8.');
    }
    return { encoding: 'utf-8', mark: 3, why: 'UTF-8, by its byte-order mark', certain: true };
  }
  if (first === 0xff && second === 0xfe) {
    return { encoding: 'utf-16le', mark: 2, why: 'UTF-16 (little endian), by its byte-order mark', certain: true };
  }
  if (first === 0xfe && second === 0xff) {
    return { encoding: 'utf-16be', mark: 2, why: 'UTF-16 (big endian), by its byte-order mark', certain: true };
  }
  const zeros = countZeros(bytes);
  if (zeros.odd > zeros.even && zeros.odd * 4 > zeros.pairs) {
    const why = 'UTF-16 (little endian), by its zero bytes; it has no byte-order mark';
    return { encoding: 'utf-16le', mark: 0, why, certain: false };
  }
  if (zeros.even > zeros.odd && zeros.even * 4 > zeros.pairs) {
    const why = 'UTF-16 (big endian), by its zero bytes; it has no byte-order mark';
    return { encoding: 'utf-16be', mark: 0, why, certain: false };
  }
  if (zeros.odd + zeros.even > 0) {
    throw refuseFile(
      name,
      'it holds zero bytes, as no text does.',
      'Choose a text file, a spreadsheet or a Parquet file.',
    );
  }
  if (isUtf8(bytes)) return { encoding: 'utf-8', mark: 0, why: 'UTF-8', certain: true };
  return guessWindows(bytes, name);
}

// Zero bytes are looked for in the first part only: a text shows its encoding there.
const PROBE_BYTES = 64 * 1024;

function countZeros(bytes: Uint8Array): { even: number; odd: number; pairs: number } {
  const length = Math.min(bytes.length, PROBE_BYTES);
  let even = 0;
  let odd = 0;
  for (let index = 0; index < length; index += 1) {
    if (bytes[index] !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  return { even, odd, pairs: length / 2 };
}

// Windows-1252 leaves these five bytes without a character.
const UNDEFINED_BYTES = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
const EXAMPLES = 12;

function guessWindows(bytes: Uint8Array, name: string): EncodingGuess {
  const seen = new Set<number>();
  for (const byte of bytes) {
    if (byte < 0x80) continue;
    if (UNDEFINED_BYTES.has(byte)) {
      throw refuseFile(
        name,
        `it is neither UTF-8 nor Windows-1252 (byte 0x${byte.toString(16)} has no character).`,
        'Save it again as UTF-8.',
      );
    }
    seen.add(byte);
  }
  const some = Uint8Array.from([...seen].slice(0, EXAMPLES));
  const examples = [...decodeWindows(some)].join(' ');
  return {
    encoding: 'windows-1252',
    mark: 0,
    why: `not valid UTF-8, so read as Windows-1252: look whether ${examples} are the characters that you expect`,
    certain: false,
  };
}

/**
 * The text in pieces.
 * @throws Fault INVALID_REQUEST at the first piece that is not valid in this encoding
 */
export function* decodeText(bytes: Uint8Array, encoding: TextEncoding, mark: number, name: string): Generator<string> {
  if (encoding === 'windows-1252') {
    for (let at = mark; at < bytes.length; at += TEXT_PIECE_BYTES) {
      yield decodeWindows(bytes.subarray(at, at + TEXT_PIECE_BYTES));
    }
    return;
  }
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  try {
    for (let at = mark; at < bytes.length; at += TEXT_PIECE_BYTES) {
      const piece = decoder.decode(bytes.subarray(at, at + TEXT_PIECE_BYTES), { stream: true });
      if (piece !== '') yield piece;
    }
    const rest = decoder.decode();
    if (rest !== '') yield rest;
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw refuseFile(
      name,
      `its bytes are not valid ${encoding}.`,
      'Choose another encoding, or save it as UTF-8.',
      cause,
    );
  }
}

// What Windows-1252 has where Latin-1 has control characters, from 0x80 on; the five undefined ones stay as they are.
const WINDOWS_CHARACTERS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Some versions of Node decode `windows-1252` as Latin-1, so it is done here. */
function decodeWindows(bytes: Uint8Array): string {
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return latin.replace(/[\x80-\x9f]/g, (character) => WINDOWS_CHARACTERS.charAt(character.charCodeAt(0) - 0x80));
}
