import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { Fault } from '../../../adapter/fault.ts';
import { isAwsFault } from '../aws/aws-fault.ts';
import type { Aws } from '../aws/open-aws.ts';
import type { Seen } from './seen.ts';

/** Metadata of an object that names the SHA-256 of its bytes. S3's own of several parts is a hash of hashes. */
export const SHA256_METADATA = 'sha256';

export interface ObjectPlace {
  bucket: string;
  key: string;
}

/** What is there: its size, and the SHA-256 that it was uploaded with. Its key, which is ours alone, makes it ours. */
export async function lookAtObject(aws: Aws, { bucket, key }: ObjectPlace, signal: AbortSignal): Promise<Seen | null> {
  try {
    const found = await aws.call('s3:GetObject', signal, (options) =>
      aws.s3().send(new HeadObjectCommand({ Bucket: bucket, Key: key }), options),
    );
    const facts = { bytes: found.ContentLength ?? null, sha256: found.Metadata?.[SHA256_METADATA] ?? null };
    return { tags: null, facts, differs: null };
  } catch (error) {
    if (isAwsFault(error, 'absent')) return null;
    // An answer to HEAD has no words: the same question in words says whether it is the sign-in or a permission.
    if (isAwsFault(error, 'denied', 'invalid')) {
      await aws.call('s3:GetObject', signal, async (options) => {
        const first = new GetObjectCommand({ Bucket: bucket, Key: key, Range: 'bytes=0-0' });
        await (await aws.s3().send(first, options)).Body?.transformToByteArray();
      });
    }
    throw error;
  }
}

/** Puts a small object in one call. @param sha256 of the bytes, lower-case hexadecimal; S3 checks it */
export async function putObject(
  aws: Aws,
  place: ObjectPlace,
  content: { bytes: Uint8Array; sha256: string; type: string; tags: Readonly<Record<string, string>> },
  signal: AbortSignal,
): Promise<void> {
  const { bytes, sha256, type, tags } = content;
  await aws.call('s3:PutObject', signal, (options) =>
    aws.s3().send(
      new PutObjectCommand({
        Bucket: place.bucket,
        Key: place.key,
        Body: bytes,
        ContentLength: bytes.length,
        ContentType: type,
        ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
        Metadata: { [SHA256_METADATA]: sha256 },
        ...objectTags(tags),
      }),
      options,
    ),
  );
}

/** Tags as S3 takes them with an object; S3 allows ten of them. */
export function objectTags(tags: Readonly<Record<string, string>>): { Tagging?: string } {
  const entries = Object.entries(tags);
  return entries.length === 0 ? {} : { Tagging: new URLSearchParams(entries).toString() };
}

/** A detail that a build writes is small; whatever is larger is none. */
const MAX_TEXT_BYTES = 64 * 1024;

/** Reads a small text; null when it is not there. @throws Fault CLOUD_FAILED for a large one */
export async function readTextObject(aws: Aws, place: ObjectPlace, signal: AbortSignal): Promise<string | null> {
  try {
    const text = await aws.call('s3:GetObject', signal, async (options) => {
      // One byte more than it may have tells the large ones.
      const Range = `bytes=0-${MAX_TEXT_BYTES}`;
      const found = await aws.s3().send(new GetObjectCommand({ Bucket: place.bucket, Key: place.key, Range }), options);
      return (await found.Body?.transformToString('utf-8')) ?? '';
    });
    if (Buffer.byteLength(text) > MAX_TEXT_BYTES) throw tooLarge(place);
    return text;
  } catch (error) {
    if (isAwsFault(error, 'absent')) return null;
    throw error;
  }
}

function tooLarge({ bucket, key }: ObjectPlace): Fault {
  return new Fault(
    'CLOUD_FAILED',
    `s3://${bucket}/${key} is larger than ${MAX_TEXT_BYTES} bytes, so it is not what a build of ours writes.`,
    'Look at the object, and remove it if it is not needed.',
  );
}

/** Removes an object and every unfinished upload of its key. Removing what is gone is no fault to S3. */
export async function removeObject(aws: Aws, place: ObjectPlace, signal: AbortSignal): Promise<void> {
  for (const UploadId of await listUploads(aws, place, signal)) await abortUpload(aws, place, UploadId, signal);
  await aws.call('s3:DeleteObject', signal, (options) =>
    aws.s3().send(new DeleteObjectCommand({ Bucket: place.bucket, Key: place.key }), options),
  );
}

/** The unfinished uploads of exactly this key, oldest first. */
export async function listUploads(aws: Aws, { bucket, key }: ObjectPlace, signal: AbortSignal): Promise<string[]> {
  const { Uploads = [] } = await aws.call('s3:ListBucketMultipartUploads', signal, (options) =>
    aws.s3().send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: key }), options),
  );
  return Uploads.flatMap(({ Key, UploadId }) => (Key === key && UploadId !== undefined ? [UploadId] : []));
}

/** Parts of an unfinished upload cost until it is aborted. */
export async function abortUpload(
  aws: Aws,
  { bucket, key }: ObjectPlace,
  uploadId: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await aws.call('s3:AbortMultipartUpload', signal, (options) =>
      aws.s3().send(new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: uploadId }), options),
    );
  } catch (error) {
    if (!isAwsFault(error, 'absent')) throw error;
  }
}
