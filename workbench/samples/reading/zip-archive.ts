import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { MAX_UNPACKED_BYTES } from './import-limits.ts';

const END_RECORD_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const ENTRY_BYTES = 46;
const HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

interface Entry {
  method: number;
  packedBytes: number;
  headerAt: number;
}

/** A zip file in memory, as office files are. */
export interface ZipArchive {
  names: string[];
  /** The content of a member in pieces. @throws ZipError when it is missing, damaged or unpacks to too much */
  read(name: string): AsyncIterable<Uint8Array>;
}

/** What is wrong with a zip file, in words. */
export class ZipError extends Error {}

/**
 * Opens a plain zip file (neither zip64 nor encrypted; stored and deflated members). All that is read together may
 * unpack to `maxUnpacked` bytes.
 * @throws ZipError
 */
export function openZip(bytes: Uint8Array, maxUnpacked = MAX_UNPACKED_BYTES): ZipArchive {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = readDirectory(buffer);
  let unpacked = 0;
  return {
    names: [...entries.keys()],
    async *read(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw new ZipError(`the part ${name} is missing`);
      const packed = contentOf(buffer, entry, name);
      const pieces = entry.method === DEFLATED ? Readable.from([packed]).pipe(createInflateRaw()) : [packed];
      try {
        for await (const piece of pieces) {
          unpacked += piece.length;
          if (unpacked > maxUnpacked) throw new ZipError(`it unpacks to more than ${maxUnpacked} bytes`);
          yield piece;
        }
      } catch (error) {
        if (error instanceof ZipError) throw error;
        throw new ZipError(`the part ${name} is damaged`, { cause: error });
      }
    },
  };
}

function readDirectory(buffer: Buffer): Map<string, Entry> {
  const tail = Math.max(0, buffer.length - END_RECORD_BYTES - MAX_COMMENT_BYTES);
  const end = buffer.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < tail || end + END_RECORD_BYTES > buffer.length) throw new ZipError('its end is missing');
  const entries = new Map<string, Entry>();
  let at = buffer.readUInt32LE(end + 16);
  for (let left = buffer.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + ENTRY_BYTES > buffer.length || buffer.readUInt32LE(at) !== 0x02014b50) {
      throw new ZipError('its directory is damaged');
    }
    const nameBytes = buffer.readUInt16LE(at + 28);
    const name = buffer.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    const encrypted = (buffer.readUInt16LE(at + 8) & 1) === 1;
    if (encrypted) throw new ZipError('it is protected with a password');
    entries.set(name, {
      method: buffer.readUInt16LE(at + 10),
      packedBytes: buffer.readUInt32LE(at + 20),
      headerAt: buffer.readUInt32LE(at + 42),
    });
    at += ENTRY_BYTES + nameBytes + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32);
  }
  return entries;
}

function contentOf(buffer: Buffer, { method, headerAt, packedBytes }: Entry, name: string): Buffer {
  if (method !== STORED && method !== DEFLATED) throw new ZipError(`the part ${name} is packed in an unknown way`);
  const header = headerAt + HEADER_BYTES;
  if (header > buffer.length || buffer.readUInt32LE(headerAt) !== 0x04034b50) {
    throw new ZipError(`the part ${name} is damaged`);
  }
  // The member's own header repeats its name, and may have extra fields of another length than the directory's.
  const start = header + buffer.readUInt16LE(headerAt + 26) + buffer.readUInt16LE(headerAt + 28);
  if (start + packedBytes > buffer.length) throw new ZipError(`the part ${name} is cut off`);
  return buffer.subarray(start, start + packedBytes);
}
