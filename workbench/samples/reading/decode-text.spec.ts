import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../adapter/fault.ts';
import { decodeText, detectEncoding } from './decode-text.ts';
import { TEXT_PIECE_BYTES } from './import-limits.ts';
import type { TextEncoding } from './text-encodings.ts';

const read = (bytes: Uint8Array) => {
  const { encoding, mark } = detectEncoding(bytes, 'file');
  return { encoding, text: [...decodeText(bytes, encoding, mark, 'file')].join('') };
};
const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, bigEndian: boolean) => {
  const bytes = Buffer.from(text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

describe('detectEncoding', () => {
  it('finds the encoding by its mark, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        expect(read(utf8(`\ufeff${text}`))).toEqual({ encoding: 'utf-8', text });
        expect(read(utf16(`\ufeff${text}`, false))).toEqual({ encoding: 'utf-16le', text });
        expect(read(utf16(`\ufeff${text}`, true))).toEqual({ encoding: 'utf-16be', text });
      }),
    );
  });

  it('is certain of valid UTF-8, and not of what only looks like something', () => {
    expect(detectEncoding(utf8('a,é\n'), 'file').certain).toBe(true);
    expect(detectEncoding(utf16('plain', false), 'file')).toMatchObject({ encoding: 'utf-16le', certain: false });
    expect(detectEncoding(utf16('plain', true), 'file')).toMatchObject({ encoding: 'utf-16be', certain: false });
    expect(detectEncoding(new Uint8Array([0x61, 0x93, 0x94]), 'file')).toMatchObject({
      encoding: 'windows-1252',
      certain: false,
      why: expect.stringContaining('“ ”'),
    });
  });

  it.each([
    ['zero bytes', [0, 0, ...new Array<number>(40).fill(0x61)]],
    ['bytes without a character', [0x61, 0x81]],
    ['a mark of UTF-8 and other bytes', [0xef, 0xbb, 0xbf, 0x93]],
  ])('refuses %s', (_, bytes) => {
    expect(() => detectEncoding(Uint8Array.from(bytes), 'file')).toThrow(Fault);
  });
});

describe('decodeText', () => {
  // The mapping of the Unicode Consortium, CP1252.TXT.
  it('reads Windows-1252', () => {
    const bytes = Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index).filter(
      (byte) => ![0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte),
    );
    const text = [...decodeText(bytes, 'windows-1252', 0, 'file')].join('');
    expect([...text].map((character) => character.codePointAt(0))).toEqual([
      0x20ac, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x017d, 0x2018,
      0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x017e, 0x0178,
    ]);
    expect([...decodeText(Uint8Array.of(0xa0, 0xe9, 0xff), 'windows-1252', 0, 'file')]).toEqual(['\u00a0éÿ']);
  });

  it.each<[TextEncoding, (text: string) => Uint8Array]>([
    ['utf-8', utf8],
    ['utf-16le', (text) => utf16(text, false)],
  ])('gives the same text whatever the pieces cut: %s', (encoding, encode) => {
    const text = `${'a'.repeat(TEXT_PIECE_BYTES - 1)}🙈é${'é'.repeat(TEXT_PIECE_BYTES)}`;
    expect([...decodeText(encode(text), encoding, 0, 'file')].join('')).toBe(text);
  });

  it('refuses what is not valid, the end included', () => {
    expect(() => [...decodeText(Uint8Array.of(0x61, 0xc3), 'utf-8', 0, 'file')]).toThrow(/not valid utf-8/);
    expect(() => [...decodeText(Uint8Array.of(0x00, 0xd8), 'utf-16le', 0, 'file')]).toThrow(/not valid utf-16le/);
  });
});
