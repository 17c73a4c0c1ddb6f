import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipMember {
  name: string;
  content: Buffer;
  /** Packed with deflate, or stored as it is. */
  deflate?: boolean;
  /** What the directory says in place of the truth. */
  claims?: { bytes?: number; method?: number };
}

/** A zip file as the format's description (APPNOTE.TXT 4.3) has it: local headers, directory, end record. */
export function writeZip(members: readonly ZipMember[], comment = ''): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, deflate = false, claims = {} } of members) {
    const packed = deflate ? deflateRawSync(content) : content;
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(claims.method ?? (deflate ? 8 : 0), 4);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(claims.bytes ?? content.length, 18);
    shared.writeUInt16LE(Buffer.byteLength(name), 22);
    // An extra field in the local header alone, as some writers do: the content begins after it.
    const extra = Buffer.from('XX\x04\x00abcd', 'latin1');
    const local = Buffer.from(shared);
    local.writeUInt16LE(extra.length, 24);
    const whole = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), local, Buffer.from(name), extra, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, rest, Buffer.from(name));
    parts.push(whole);
    offset += whole.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(members.length, 4);
  end.writeUInt16LE(members.length, 6);
  end.writeUInt32LE(listing.length, 8);
  end.writeUInt32LE(offset, 12);
  end.writeUInt16LE(comment.length, 16);
  return Buffer.concat([...parts, listing, Buffer.from('PK\x05\x06', 'latin1'), end, Buffer.from(comment)]);
}
