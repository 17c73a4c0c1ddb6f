import { createHash } from 'node:crypto';
import { type AwsCall, AwsRefusal, type AwsReply, textOf } from '../aws-call.ts';
import { s3Reply } from '../replies.ts';
import { readS3Body } from '../s3-body.ts';
import type { Tag } from '../shelf.ts';
import { readXml, xmlText } from '../xml.ts';

/** Every part but the last has at least this many bytes. */
const MIN_PART_BYTES = 5 * 1024 * 1024;
/** Small, so that a reader has to turn pages. */
const PAGE = 4;

export interface StoredObject {
  data: Buffer;
  etag: string;
  checksums: Record<string, string>;
  tags: Tag[];
  metadata: Record<string, string>;
}

export interface Upload {
  id: string;
  key: string;
  algorithm: string;
  tags: Tag[];
  metadata: Record<string, string>;
  parts: Map<number, { data: Buffer; etag: string; checksums: Record<string, string> }>;
}

export interface Bucket {
  name: string;
  region: string;
  tags: Tag[];
  objects: Map<string, StoredObject>;
  uploads: Map<string, Upload>;
  /** What was configured, by sub-resource: the body as it arrived. */
  settings: Map<string, string>;
}

/** Buckets, objects and unfinished uploads. */
export class S3 {
  readonly buckets = new Map<string, Bucket>();
  /** Names that belong to somebody else. */
  readonly foreign = new Set<string>();
  /** Uploads that were begun so far. */
  count = 0;

  answer(call: AwsCall): AwsReply {
    const { action, input, region } = call;
    const name = textOf(input, 'Bucket');
    if (action === 'ListBuckets') {
      const Bucket = [...this.buckets.keys()].map((Name) => ({ Name, CreationDate: '2026-01-01T00:00:00Z' }));
      return s3Reply('ListAllMyBucketsResult', { Buckets: { Bucket } });
    }
    if (action === 'CreateBucket') return this.createBucket(call, name);
    if (this.foreign.has(name)) throw new AwsRefusal('AccessDenied', 'Access Denied', 403);
    const bucket = this.buckets.get(name);
    if (bucket === undefined) throw new AwsRefusal('NoSuchBucket', 'The specified bucket does not exist', 404);
    if (action === 'GetBucketLocation') {
      const xml = bucket.region === 'us-east-1' ? '' : bucket.region;
      return s3Reply('LocationConstraint', xml);
    }
    if (bucket.region !== region) {
      const words = 'The bucket you are attempting to access must be addressed using the specified endpoint.';
      throw new AwsRefusal('PermanentRedirect', words, 301, { region: bucket.region });
    }
    return this.ofBucket(call, bucket) ?? this.ofObject(call, bucket);
  }

  private createBucket({ input, body, region }: AwsCall, name: string): AwsReply {
    if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) {
      throw new AwsRefusal('InvalidBucketName', 'The specified bucket is not valid.');
    }
    if (this.foreign.has(name))
      throw new AwsRefusal('BucketAlreadyExists', 'The requested bucket name is not available.', 409);
    if (this.buckets.has(name)) {
      throw new AwsRefusal(
        'BucketAlreadyOwnedByYou',
        'Your previous request to create the named bucket succeeded and you already own it.',
        409,
      );
    }
    const constraint = body.length === 0 ? undefined : xmlText(readXml(body.toString()), 'LocationConstraint');
    if ((constraint ?? 'us-east-1') !== region) {
      throw new AwsRefusal(
        'IllegalLocationConstraintException',
        `The ${constraint ?? 'unspecified'} location constraint is incompatible for the region specific endpoint this request was sent to.`,
      );
    }
    const tags = body.length === 0 ? [] : readTags(body.toString());
    const settings = new Map(input['x-amz-bucket-object-lock-enabled'] === undefined ? [] : [['lock', 'true']]);
    this.buckets.set(name, { name, region, tags, objects: new Map(), uploads: new Map(), settings });
    return { status: 200, headers: { location: `/${name}` }, body: '' };
  }

  private ofBucket(call: AwsCall, bucket: Bucket): AwsReply | null {
    const { action, body, input } = call;
    const empty: AwsReply = { status: 200, headers: {}, body: '' };
    const gone: AwsReply = { status: 204, headers: {}, body: '' };
    switch (action) {
      case 'HeadBucket':
        return { ...empty, headers: { 'x-amz-bucket-region': bucket.region } };
      case 'DeleteBucket':
        if (bucket.objects.size > 0) {
          throw new AwsRefusal('BucketNotEmpty', 'The bucket you tried to delete is not empty', 409);
        }
        this.buckets.delete(bucket.name);
        return gone;
      case 'PutBucketTagging':
        bucket.tags = readTags(readS3Body(call).data.toString());
        return gone;
      case 'GetBucketTagging':
        if (bucket.tags.length === 0) throw new AwsRefusal('NoSuchTagSet', 'The TagSet does not exist', 404);
        return s3Reply('Tagging', { TagSet: { Tag: bucket.tags } });
      case 'PutPublicAccessBlock':
      case 'PutBucketEncryption':
      case 'PutBucketLifecycleConfiguration':
      case 'PutBucketOwnershipControls':
      case 'PutBucketPolicy':
        bucket.settings.set(action.slice(3), body.toString());
        return empty;
      case 'GetBucketVersioning':
        return s3Reply('VersioningConfiguration', {});
      case 'ListObjectsV2':
        return listObjects(bucket, input);
      case 'ListMultipartUploads': {
        const prefix = textOf(input, 'prefix');
        const uploads = [...bucket.uploads.values()].filter(({ key }) => key.startsWith(prefix));
        return s3Reply('ListMultipartUploadsResult', {
          Bucket: bucket.name,
          IsTruncated: false,
          Upload: uploads.map(({ id, key }) => ({ Key: key, UploadId: id, Initiated: '2026-01-01T00:00:00Z' })),
        });
      }
      case 'DeleteObjects': {
        const asked: unknown = readXml(readS3Body(call).data.toString()).Object;
        const keys = (Array.isArray(asked) ? asked : []).flatMap((one) => xmlText(one, 'Key') ?? []);
        for (const key of keys) bucket.objects.delete(key);
        return s3Reply('DeleteResult', { Deleted: keys.map((Key) => ({ Key })) });
      }
      default:
        return null;
    }
  }

  private ofObject(call: AwsCall, bucket: Bucket): AwsReply {
    const { action, input } = call;
    const key = textOf(input, 'Key');
    if (action === 'PutObject') {
      const { data, checksums } = readS3Body(call);
      if (input['x-amz-copy-source'] !== undefined) throw new AwsRefusal('NotImplemented', 'No copies.', 501);
      if (call.headers['if-none-match'] === '*' && bucket.objects.has(key)) throw precondition();
      const object = { data, etag: etagOf(data), checksums, tags: headerTags(call), metadata: metadataOf(call) };
      bucket.objects.set(key, object);
      return { status: 200, headers: { etag: object.etag, ...checksumHeaders(checksums) }, body: '' };
    }
    if (action === 'CreateMultipartUpload') return this.createUpload(call, bucket, key);
    const upload = action.includes('Part') || action.includes('Multipart') ? this.upload(call, bucket, key) : null;
    if (upload !== null) return ofUpload(call, bucket, upload);
    const object = bucket.objects.get(key);
    if (action === 'DeleteObject') {
      bucket.objects.delete(key);
      return { status: 204, headers: {}, body: '' };
    }
    if (object === undefined) throw new AwsRefusal('NoSuchKey', 'The specified key does not exist.', 404);
    switch (action) {
      case 'HeadObject':
      case 'GetObject': {
        const shown = call.headers['x-amz-checksum-mode'] === 'ENABLED' ? checksumHeaders(object.checksums) : {};
        const headers = {
          etag: object.etag,
          'content-type': 'binary/octet-stream',
          'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
          ...Object.fromEntries(Object.entries(object.metadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
          ...shown,
        };
        if (action === 'HeadObject')
          return { status: 200, headers: { ...headers, 'content-length': String(object.data.length) }, body: '' };
        return { status: 200, headers, body: object.data };
      }
      case 'GetObjectTagging':
        return s3Reply('Tagging', { TagSet: { Tag: object.tags } });
      case 'PutObjectTagging':
        object.tags = readTags(readS3Body(call).data.toString());
        return { status: 200, headers: {}, body: '' };
      default:
        throw new AwsRefusal('NotImplemented', `The stand-in does not know ${action}.`, 501);
    }
  }

  private createUpload(call: AwsCall, bucket: Bucket, key: string): AwsReply {
    this.count += 1;
    const id = `upload-${this.count}`;
    const algorithm = textOf(call.input, 'x-amz-checksum-algorithm');
    bucket.uploads.set(id, {
      id,
      key,
      algorithm,
      tags: headerTags(call),
      metadata: metadataOf(call),
      parts: new Map(),
    });
    const headers: Record<string, string> = algorithm === '' ? {} : { 'x-amz-checksum-algorithm': algorithm };
    return s3Reply('InitiateMultipartUploadResult', { Bucket: bucket.name, Key: key, UploadId: id }, headers);
  }

  private upload({ input }: AwsCall, bucket: Bucket, key: string): Upload {
    const upload = bucket.uploads.get(textOf(input, 'uploadId'));
    if (upload === undefined || upload.key !== key) {
      throw new AwsRefusal(
        'NoSuchUpload',
        'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.',
        404,
      );
    }
    return upload;
  }
}

function ofUpload(call: AwsCall, bucket: Bucket, upload: Upload): AwsReply {
  switch (call.action) {
    case 'UploadPart': {
      const { data, checksums } = readS3Body(call);
      const wanted = upload.algorithm.toLowerCase();
      if (wanted !== '' && checksums[wanted] === undefined) {
        throw new AwsRefusal(
          'InvalidRequest',
          `Checksum Type mismatch occurred, expected checksum Type: ${wanted}, actual checksum Type: ${Object.keys(checksums)[0] ?? 'null'}`,
        );
      }
      const part = { data, etag: etagOf(data), checksums };
      upload.parts.set(Number(call.input.partNumber), part);
      return { status: 200, headers: { etag: part.etag, ...checksumHeaders(checksums) }, body: '' };
    }
    case 'ListParts': {
      const after = Number(call.input['part-number-marker'] ?? 0);
      const parts = [...upload.parts].sort(([a], [b]) => a - b).filter(([number]) => number > after);
      const page = parts.slice(0, PAGE);
      return s3Reply('ListPartsResult', {
        Bucket: bucket.name,
        Key: upload.key,
        UploadId: upload.id,
        IsTruncated: parts.length > PAGE,
        NextPartNumberMarker: page.at(-1)?.[0],
        Part: page.map(([PartNumber, part]) => ({
          PartNumber,
          ETag: part.etag,
          Size: part.data.length,
          ...Object.fromEntries(
            Object.entries(part.checksums).map(([kind, sum]) => [`Checksum${kind.toUpperCase()}`, sum]),
          ),
        })),
      });
    }
    case 'AbortMultipartUpload':
      bucket.uploads.delete(upload.id);
      return { status: 204, headers: {}, body: '' };
    default:
      return complete(call, bucket, upload);
  }
}

function complete(call: AwsCall, bucket: Bucket, upload: Upload): AwsReply {
  const asked: unknown = readXml(call.body.toString()).Part;
  const list = Array.isArray(asked) ? asked : [];
  const numbers = list.map((one) => Number(xmlText(one, 'PartNumber')));
  if (numbers.length === 0 || numbers.some((number, index) => index > 0 && number <= (numbers[index - 1] ?? 0))) {
    throw new AwsRefusal('InvalidPartOrder', 'The list of parts was not in ascending order.');
  }
  const parts = list.map((one, index) => {
    const part = upload.parts.get(numbers[index] ?? 0);
    const sums = Object.entries(part?.checksums ?? {});
    const wrong = sums.some(
      ([kind, sum]) => (xmlText(one, `Checksum${kind.toUpperCase()}`) ?? (upload.algorithm === '' ? sum : '')) !== sum,
    );
    if (part === undefined || xmlText(one, 'ETag') !== part.etag || wrong) {
      throw new AwsRefusal(
        'InvalidPart',
        'One or more of the specified parts could not be found, or its entity tag or checksum did not match.',
      );
    }
    return part;
  });
  if (parts.slice(0, -1).some(({ data }) => data.length < MIN_PART_BYTES)) {
    throw new AwsRefusal('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
  }
  const data = Buffer.concat(parts.map((part) => part.data));
  const etag = `"${createHash('md5')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part.etag.slice(1, -1), 'hex'))))
    .digest('hex')}-${parts.length}"`;
  const checksums: Record<string, string> = {};
  if (upload.algorithm.toLowerCase() === 'sha256') {
    const all = Buffer.concat(parts.map((part) => Buffer.from(part.checksums.sha256 ?? '', 'base64')));
    checksums.sha256 = `${createHash('sha256').update(all).digest('base64')}-${parts.length}`;
  }
  if (call.headers['if-none-match'] === '*' && bucket.objects.has(upload.key)) throw precondition();
  bucket.objects.set(upload.key, { data, etag, checksums, tags: upload.tags, metadata: upload.metadata });
  bucket.uploads.delete(upload.id);
  return s3Reply('CompleteMultipartUploadResult', {
    Bucket: bucket.name,
    Key: upload.key,
    ETag: etag,
    ...(checksums.sha256 === undefined ? {} : { ChecksumSHA256: checksums.sha256 }),
  });
}

function listObjects(bucket: Bucket, input: AwsCall['input']): AwsReply {
  const prefix = textOf(input, 'prefix');
  const after = textOf(input, 'continuation-token');
  const keys = [...bucket.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const size = Math.min(PAGE, Number(input['max-keys'] ?? PAGE));
  const page = keys.slice(0, size);
  return s3Reply('ListBucketResult', {
    Name: bucket.name,
    Prefix: prefix,
    KeyCount: page.length,
    IsTruncated: keys.length > size,
    NextContinuationToken: keys.length > size ? page.at(-1) : undefined,
    Contents: page.map((Key) => {
      const object = bucket.objects.get(Key);
      return {
        Key,
        Size: object?.data.length,
        ETag: object?.etag,
        LastModified: '2026-01-01T00:00:00Z',
        StorageClass: 'STANDARD',
      };
    }),
  });
}

function etagOf(data: Buffer): string {
  return `"${createHash('md5').update(data).digest('hex')}"`;
}

function checksumHeaders(checksums: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(checksums).map(([kind, sum]) => [`x-amz-checksum-${kind}`, sum]));
}

function headerTags({ input }: AwsCall): Tag[] {
  return [...new URLSearchParams(textOf(input, 'x-amz-tagging'))].map(([Key, Value]) => ({ Key, Value }));
}

function metadataOf({ headers }: AwsCall): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'));
  return Object.fromEntries(own.map(([name, value]) => [name.slice('x-amz-meta-'.length), value]));
}

function readTags(xml: string): Tag[] {
  const read = readXml(xml);
  const set: unknown = (read.TagSet ?? read.Tags)?.[0];
  const list: unknown = typeof set === 'object' ? Reflect.get(set ?? {}, 'Tag') : undefined;
  return (Array.isArray(list) ? list : []).map((tag) => ({
    Key: xmlText(tag, 'Key') ?? '',
    Value: xmlText(tag, 'Value') ?? '',
  }));
}

function precondition(): AwsRefusal {
  return new AwsRefusal('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', 412);
}
