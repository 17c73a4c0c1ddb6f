import { createHash } from 'node:crypto';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CREDENTIALS } from '../../../test/stand-ins/aws/account.ts';
import { internalFailure } from '../../../test/stand-ins/aws/injected-faults.ts';
import type { MemoryBackend } from '../../../test/stand-ins/aws/memory/open-memory.ts';
import { type AwsStandIn, openMemoryAws } from '../../../test/stand-ins/aws/open-aws.ts';
import { type Aws, openAws } from '../aws/open-aws.ts';
import { ENDPOINTS_VARIABLE } from '../aws/service-endpoints.ts';
import { lookAtObject, removeObject } from '../resources/object.ts';
import { cutParts } from './cut-parts.ts';
import { type UploadRun, uploadObject } from './upload-object.ts';

const sha256 = (bytes: Uint8Array, encoding: 'hex' | 'base64' = 'hex') =>
  createHash('sha256').update(bytes).digest(encoding);

describe('parts', () => {
  it('are all bytes in order, of one size but for the last, each with its hash', async () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(pieces, fc.integer({ min: 1, max: 50 }), async (source, size) => {
        const parts = [];
        for await (const part of cutParts(stream(source), size)) parts.push(part);
        const all = Buffer.concat(source);
        expect(Buffer.concat(parts.map(({ bytes }) => bytes))).toEqual(all);
        expect(parts.map(({ number }) => number)).toEqual(parts.map((_, index) => index + 1));
        expect(parts.slice(0, -1).every(({ bytes }) => bytes.length === size)).toBe(true);
        for (const { bytes, sha256: hash } of parts) expect(hash).toBe(sha256(bytes, 'base64'));
      }),
    );
  });
});

describe('an upload in parts', () => {
  const signal = new AbortController().signal;
  const place = { bucket: 'parts-bucket', key: 'decision-workbench/models/a/model.gguf' };
  // S3 takes no smaller parts than 5 MiB but for the last.
  const part = 5 * 1024 * 1024;
  const content = Buffer.alloc(2 * part + 1000, 'some weights, over and over. ');
  const source = { bytes: content.length, sha256: sha256(content), read: () => stream([content]) };
  let standIn: AwsStandIn<MemoryBackend>;
  let aws: Aws;
  let known: string | null = null;
  const run = (own: Partial<UploadRun> = {}): UploadRun => ({
    signal,
    tags: { 'decision-workbench:application': 'decision-workbench' },
    uploadId: known,
    onBegun: async (id) => {
      known = id;
    },
    onProgress: () => undefined,
    partBytes: part,
    ...own,
  });
  const partsSent = () => standIn.sent('UploadPart').map((input) => Number(input.partNumber));

  beforeAll(async () => {
    standIn = await openMemoryAws();
    aws = await openAws({
      region: 'us-east-1',
      profile: null,
      environment: { [ENDPOINTS_VARIABLE]: standIn.endpoints() },
      clock: { now: () => new Date(), random: () => 0, sleep: async () => undefined },
      credentials: async () => ({ ...CREDENTIALS }),
    });
    await aws.s3().send(new CreateBucketCommand({ Bucket: place.bucket }));
  });
  afterAll(async () => {
    aws?.close();
    await standIn?.close();
  });
  beforeEach(async () => {
    standIn.faults.clear();
    await removeObject(aws, place, signal);
    standIn.calls.length = 0;
    known = null;
  });

  it('puts the bytes there with their hash, and tells how far it is', async () => {
    const progress: number[] = [];
    await uploadObject(aws, place, source, run({ onProgress: (done) => progress.push(done) }));
    expect(await lookAtObject(aws, place, signal)).toMatchObject({
      facts: { bytes: content.length, sha256: sha256(content) },
    });
    expect(progress).toEqual([part, 2 * part, content.length]);
    expect(standIn.backend.s3.buckets.get(place.bucket)?.objects.get(place.key)?.data.equals(content)).toBe(true);
    const hashes = standIn.calls.flatMap(({ action, headers }) =>
      action === 'UploadPart' ? [headers['x-amz-checksum-sha256']] : [],
    );
    expect(hashes).toEqual(
      [0, 1, 2].map((index) => sha256(content.subarray(index * part, index * part + part), 'base64')),
    );
  });

  it('goes on where it stopped: parts that are there are not sent again', async () => {
    let sent = 0;
    standIn.faults.decide = ({ action }) => {
      if (action !== 'UploadPart') return null;
      sent += 1;
      return sent > 2 ? { kind: 'refuse', when: 'before', refusal: internalFailure } : null;
    };
    await expect(uploadObject(aws, place, source, run())).rejects.toMatchObject({ kind: 'unavailable' });
    standIn.faults.clear();
    standIn.calls.length = 0;
    await uploadObject(aws, place, source, run());
    expect(partsSent()).toHaveLength(1);
    expect(standIn.backend.s3.buckets.get(place.bucket)?.objects.get(place.key)?.data.equals(content)).toBe(true);
  });

  it('a part of other bytes that is there is sent again', async () => {
    standIn.faults.decide = ({ action }) =>
      action === 'CompleteMultipartUpload' ? { kind: 'refuse', when: 'before', refusal: internalFailure } : null;
    const other = Buffer.from(content);
    other[part + 7] = 99;
    const first = { ...source, read: () => stream([other]) };
    await expect(uploadObject(aws, place, first, run())).rejects.toMatchObject({ kind: 'unavailable' });
    standIn.faults.clear();
    standIn.calls.length = 0;
    await uploadObject(aws, place, source, run());
    expect(partsSent()).toHaveLength(1);
    expect(standIn.backend.s3.buckets.get(place.bucket)?.objects.get(place.key)?.data.equals(content)).toBe(true);
  });

  it('a file of another size than was said is no object, and leaves no parts that cost', async () => {
    const cut = { ...source, read: () => stream([content.subarray(0, part + 10)]) };
    await expect(uploadObject(aws, place, cut, run())).rejects.toMatchObject({ code: 'MODEL_UNREADABLE' });
    expect(await lookAtObject(aws, place, signal)).toBeNull();
    expect(standIn.backend.s3.buckets.get(place.bucket)?.uploads.size).toBe(0);
  });

  it('a stop leaves the parts, to go on with', async () => {
    const abort = new AbortController();
    const stopping = run({ signal: abort.signal, onProgress: (done) => (done === part ? abort.abort() : undefined) });
    await expect(uploadObject(aws, place, source, stopping)).rejects.toMatchObject({ code: 'CANCELLED' });
    standIn.calls.length = 0;
    await uploadObject(aws, place, source, run());
    expect(partsSent()).toHaveLength(2);
  });
});

async function* stream(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
