import {
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  type Part,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Fault } from '../../../adapter/fault.ts';
import { isAwsFault } from '../aws/aws-fault.ts';
import type { Aws } from '../aws/open-aws.ts';
import { abortUpload, listUploads, type ObjectPlace, objectTags, SHA256_METADATA } from '../resources/object.ts';
import { cutParts, type UploadPart } from './cut-parts.ts';

/** A part is in memory while it travels. S3 asks for 5 MiB at least, and takes 10,000 parts at most. */
export const PART_BYTES = 16 * 1024 * 1024;
const MAX_PARTS = 10_000;

export interface UploadSource {
  bytes: number;
  /** Of all bytes, lower-case hexadecimal: it goes with the object as its metadata. */
  sha256: string;
  /** The bytes from the first one on; two readings give the same. */
  read(): AsyncIterable<Uint8Array>;
}

export interface UploadRun {
  signal: AbortSignal;
  tags: Readonly<Record<string, string>>;
  /** The upload that the journal knows of; null before the first. */
  uploadId: string | null;
  /** Resolves when the upload's id lasts: only then parts are sent. */
  onBegun: (uploadId: string) => Promise<void>;
  /** Bytes that are there, those of earlier sittings included. */
  onProgress: (done: number, total: number) => void;
  /** For tests; bytes. */
  partBytes?: number;
}

/**
 * Uploads a large object in parts, or goes on with an upload that was begun. Each part carries its SHA-256, which S3
 * checks; a part that is there is only skipped when its hash is that of the bytes here.
 * @throws AwsFault, Fault CANCELLED (the parts stay, to go on with), MODEL_UNREADABLE (another size than was said)
 */
export async function uploadObject(aws: Aws, place: ObjectPlace, source: UploadSource, run: UploadRun): Promise<void> {
  const { signal } = run;
  const partBytes = run.partBytes ?? Math.max(PART_BYTES, Math.ceil(source.bytes / MAX_PARTS));
  const { uploadId, parts } = await openUpload(aws, place, source, run);
  const done: CompletedPart[] = [];
  let bytes = 0;
  for await (const part of cutParts(source.read(), partBytes)) {
    const there = parts.get(part.number);
    const isThere = there?.ChecksumSHA256 === part.sha256 && there.Size === part.bytes.length;
    const ETag = isThere ? there.ETag : await sendPart(aws, place, uploadId, part, signal);
    done.push({ PartNumber: part.number, ETag, ChecksumSHA256: part.sha256 });
    bytes += part.bytes.length;
    run.onProgress(bytes, source.bytes);
  }
  if (bytes !== source.bytes) {
    await abortUpload(aws, place, uploadId, signal);
    throw new Fault(
      'MODEL_UNREADABLE',
      `The file changed while it was uploaded: it has ${bytes} bytes, and had ${source.bytes}.`,
      'Leave the file alone, and plan the deployment again.',
    );
  }
  try {
    await aws.call('s3:PutObject', signal, (options) =>
      aws.s3().send(
        new CompleteMultipartUploadCommand({
          Bucket: place.bucket,
          Key: place.key,
          UploadId: uploadId,
          MultipartUpload: { Parts: done },
        }),
        options,
      ),
    );
  } catch (error) {
    // Completed by a try whose reply was lost: the caller looks whether the object is there.
    if (!isAwsFault(error, 'absent')) throw error;
  }
}

/** The upload to go on with, and what is there of it; others of the same key are aborted, since their parts cost. */
async function openUpload(
  aws: Aws,
  place: ObjectPlace,
  source: UploadSource,
  run: UploadRun,
): Promise<{ uploadId: string; parts: Map<number, Part> }> {
  const { signal } = run;
  // One whose id never reached the journal (a lost reply, a kill) is as good: the key is of this content alone.
  const open = await listUploads(aws, place, signal);
  const chosen = open.find((id) => id === run.uploadId) ?? open.at(-1) ?? null;
  for (const id of open) if (id !== chosen) await abortUpload(aws, place, id, signal);
  if (chosen !== null) {
    const parts = await listParts(aws, place, chosen, signal);
    if (parts !== null) {
      if (chosen !== run.uploadId) await run.onBegun(chosen);
      return { uploadId: chosen, parts };
    }
  }
  const { UploadId } = await aws.call('s3:PutObject', signal, (options) =>
    aws.s3().send(
      new CreateMultipartUploadCommand({
        Bucket: place.bucket,
        Key: place.key,
        ChecksumAlgorithm: 'SHA256',
        ContentType: 'application/octet-stream',
        Metadata: { [SHA256_METADATA]: source.sha256 },
        ...objectTags(run.tags),
      }),
      options,
    ),
  );
  if (UploadId === undefined) {
    throw new Fault('CLOUD_FAILED', 'S3 began an upload without saying its id.', 'Go on from this step.');
  }
  await run.onBegun(UploadId);
  // A reply that was lost, and a second try: the first upload is open as well, and nobody knows its id.
  for (const id of await listUploads(aws, place, signal)) {
    if (id !== UploadId) await abortUpload(aws, place, id, signal);
  }
  return { uploadId: UploadId, parts: new Map() };
}

/** All parts by number; null when the upload is not there any more. */
async function listParts(
  aws: Aws,
  { bucket, key }: ObjectPlace,
  uploadId: string,
  signal: AbortSignal,
): Promise<Map<number, Part> | null> {
  const parts = new Map<number, Part>();
  let marker: string | undefined;
  try {
    do {
      const answer = await aws.call('s3:ListMultipartUploadParts', signal, (options) =>
        aws.s3().send(
          new ListPartsCommand({
            Bucket: bucket,
            Key: key,
            UploadId: uploadId,
            ...(marker === undefined ? {} : { PartNumberMarker: marker }),
          }),
          options,
        ),
      );
      for (const part of answer.Parts ?? []) if (part.PartNumber !== undefined) parts.set(part.PartNumber, part);
      marker = answer.IsTruncated === true ? answer.NextPartNumberMarker : undefined;
    } while (marker !== undefined);
    return parts;
  } catch (error) {
    if (isAwsFault(error, 'absent')) return null;
    throw error;
  }
}

async function sendPart(
  aws: Aws,
  { bucket, key }: ObjectPlace,
  uploadId: string,
  part: UploadPart,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { ETag } = await aws.call('s3:PutObject', signal, (options) =>
    aws.s3().send(
      new UploadPartCommand({
        Bucket: bucket,
        Key: key,
        UploadId: uploadId,
        PartNumber: part.number,
        Body: part.bytes,
        ContentLength: part.bytes.length,
        ChecksumSHA256: part.sha256,
      }),
      options,
    ),
  );
  return ETag;
}
