import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type AwsCall, AwsRefusal } from './aws-call.ts';

const ALGORITHMS: Record<string, (data: Buffer) => Buffer> = {
  crc32: (data) => {
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(data));
    return sum;
  },
  sha1: (data) => createHash('sha1').update(data).digest(),
  sha256: (data) => createHash('sha256').update(data).digest(),
};

export interface S3Body {
  data: Buffer;
  /** As in `{ sha256: 'base64' }`; those that came with it and are right. */
  checksums: Record<string, string>;
}

/**
 * Content of an upload, with every checksum that came with it held against it, in headers as in trailers. One that is
 * wrong, or of an unknown kind, is refused as S3 does; emulators take it.
 */
export function readS3Body(call: AwsCall): S3Body {
  const streamed = (call.headers['content-encoding'] ?? '').includes('aws-chunked');
  const { data, trailers } = streamed ? readChunks(call.body) : { data: call.body, trailers: {} };
  const expected = call.headers['x-amz-decoded-content-length'];
  if (expected !== undefined && Number(expected) !== data.length) {
    throw new AwsRefusal('IncompleteBody', 'You did not provide the number of bytes specified.');
  }
  const checksums: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...call.headers, ...trailers })) {
    const kind = /^x-amz-checksum-(?!algorithm|type|mode)(.+)$/.exec(name)?.[1];
    if (kind === undefined) continue;
    const sum = ALGORITHMS[kind];
    if (sum === undefined) throw new AwsRefusal('NotImplemented', `The stand-in does not know ${name}.`, 501);
    if (sum(data).toString('base64') !== value) {
      throw new AwsRefusal(
        'BadDigest',
        `The ${kind.toUpperCase()} you specified did not match the calculated checksum.`,
      );
    }
    checksums[kind] = value;
  }
  const md5 = call.headers['content-md5'];
  if (md5 !== undefined && createHash('md5').update(data).digest('base64') !== md5) {
    throw new AwsRefusal('BadDigest', 'The Content-MD5 you specified did not match what we received.');
  }
  const signed = call.headers['x-amz-content-sha256'] ?? '';
  if (/^[0-9a-f]{64}$/.test(signed) && createHash('sha256').update(call.body).digest('hex') !== signed) {
    throw new AwsRefusal('XAmzContentSHA256Mismatch', "The provided 'x-amz-content-sha256' header does not match.");
  }
  return { data, checksums };
}

/** `SIZE[;extension]\r\nDATA\r\n … 0\r\ntrailer: value\r\n\r\n` */
function readChunks(body: Buffer): { data: Buffer; trailers: Record<string, string> } {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = body.indexOf('\r\n', at);
    if (end < 0) throw new AwsRefusal('IncompleteBody', 'The request body terminated unexpectedly.');
    const size = Number.parseInt(body.toString('latin1', at, end), 16);
    at = end + 2;
    if (size === 0) break;
    chunks.push(body.subarray(at, at + size));
    at += size + 2;
  }
  const trailers: Record<string, string> = {};
  for (const line of body.toString('latin1', at).split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) trailers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { data: Buffer.concat(chunks), trailers };
}
