import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';

/** A zip file's end record is 22 bytes, and a comment of at most 65,535 may follow it. */
const endRecordBytes = 22;
const maxCommentBytes = 65_535;

/** A wheel's directory has a few dozen entries of about a hundred bytes. */
const maxDirectoryBytes = 1024 * 1024;

const stored = 0;
const deflated = 8;

interface Member {
  method: number;
  compressedBytes: number;
  bytes: number;
  headerOffset: number;
}

/**
 * Writes one member of a zip file to `target`, which must not exist. Reads stored and deflated members of plain
 * (not zip64) files; the caller checks the content by its hash.
 * @throws Error when the file is no such zip, has no such member, or the member has not exactly `bytes` bytes
 */
export async function extractMember(
  zip: string,
  name: string,
  target: string,
  limits: { bytes: number; signal: AbortSignal },
): Promise<void> {
  const file = await open(zip, 'r');
  let member: Member;
  let start: number;
  try {
    member = findMember(await readDirectory(file), name);
    if (member.bytes !== limits.bytes) throw new Error(`${name} has ${member.bytes} bytes, not ${limits.bytes}`);
    start = await findContent(file, member);
  } finally {
    await file.close();
  }
  const source = createReadStream(zip, { start, end: start + member.compressedBytes - 1 });
  let written = 0;
  async function* count(pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      written += piece.length;
      if (written > limits.bytes) throw new Error(`${name} is larger than its entry says`);
      yield piece;
    }
  }
  const unpack = member.method === deflated ? createInflateRaw() : new PassThrough();
  await pipeline(source, unpack, count, createWriteStream(target, { flags: 'wx', flush: true }), {
    signal: limits.signal,
  });
  if (written !== limits.bytes) throw new Error(`${name} ends after ${written} bytes`);
}

async function readDirectory(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  const tailBytes = Math.min(size, endRecordBytes + maxCommentBytes);
  const tail = await readExactly(file, size - tailBytes, tailBytes);
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + endRecordBytes > tail.length) throw new Error('this is no zip file');
  const bytes = tail.readUInt32LE(end + 12);
  if (bytes > maxDirectoryBytes) throw new Error(`the zip file's directory has ${bytes} bytes`);
  return readExactly(file, tail.readUInt32LE(end + 16), bytes);
}

function findMember(directory: Buffer, name: string): Member {
  let at = 0;
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50) {
    const nameBytes = directory.readUInt16LE(at + 28);
    if (directory.toString('utf8', at + 46, at + 46 + nameBytes) === name) {
      const encrypted = (directory.readUInt16LE(at + 8) & 1) === 1;
      const method = directory.readUInt16LE(at + 10);
      if (encrypted || (method !== stored && method !== deflated)) throw new Error(`${name} is packed in another way`);
      return {
        method,
        compressedBytes: directory.readUInt32LE(at + 20),
        bytes: directory.readUInt32LE(at + 24),
        headerOffset: directory.readUInt32LE(at + 42),
      };
    }
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  throw new Error(`the zip file has no ${name}`);
}

/** The member's own header repeats its name, and may have extra fields of another length than the directory's. */
async function findContent(file: FileHandle, member: Member): Promise<number> {
  const header = await readExactly(file, member.headerOffset, 30);
  if (header.readUInt32LE(0) !== 0x04034b50) throw new Error('the zip file is damaged');
  return member.headerOffset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
}

async function readExactly(file: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, position);
  if (bytesRead !== bytes) throw new Error('the zip file ends too early');
  return buffer;
}
