import type { AwsInput } from './aws-call.ts';

const WITH_KEY: Record<string, string> = {
  GET: 'GetObject',
  HEAD: 'HeadObject',
  PUT: 'PutObject',
  DELETE: 'DeleteObject',
};
const OF_BUCKET: Record<string, string> = {
  HEAD: 'HeadBucket',
  PUT: 'CreateBucket',
  DELETE: 'DeleteBucket',
  GET: 'ListObjects',
};
/** Sub-resources of a bucket as their query names them. */
const BUCKET_PARTS: Record<string, string> = {
  tagging: 'BucketTagging',
  location: 'BucketLocation',
  publicAccessBlock: 'PublicAccessBlock',
  encryption: 'BucketEncryption',
  versioning: 'BucketVersioning',
  lifecycle: 'BucketLifecycleConfiguration',
  ownershipControls: 'BucketOwnershipControls',
  policy: 'BucketPolicy',
};
const VERBS: Record<string, string> = { GET: 'Get', PUT: 'Put', DELETE: 'Delete' };

/** Which S3 operation a path-style request is, and its path, query and headers as one input. */
export function s3Action(method: string, url: string, headers: Record<string, string>) {
  const { pathname, searchParams } = new URL(url, 'http://s3');
  const [, bucket = '', ...key] = pathname.split('/');
  const Key = decodeURIComponent(key.join('/'));
  const query = Object.fromEntries(searchParams);
  const input: AwsInput = { ...query, Bucket: decodeURIComponent(bucket) };
  if (Key !== '') input.Key = Key;
  for (const [name, value] of Object.entries(headers)) if (name.startsWith('x-amz-')) input[name] = value;
  return { action: name(method, bucket, Key, query), input };
}

function name(method: string, bucket: string, key: string, query: Record<string, string>): string {
  if (bucket === '') return 'ListBuckets';
  if (key !== '') {
    if ('tagging' in query) return `${VERBS[method] ?? method}ObjectTagging`;
    if ('uploads' in query) return 'CreateMultipartUpload';
    if ('uploadId' in query) {
      if (method === 'PUT') return 'UploadPart';
      if (method === 'POST') return 'CompleteMultipartUpload';
      return method === 'DELETE' ? 'AbortMultipartUpload' : 'ListParts';
    }
    return WITH_KEY[method] ?? `${method}Object`;
  }
  if ('delete' in query) return 'DeleteObjects';
  if ('uploads' in query) return 'ListMultipartUploads';
  if ('versions' in query) return 'ListObjectVersions';
  if (query['list-type'] === '2') return 'ListObjectsV2';
  const part = Object.keys(BUCKET_PARTS).find((part) => part in query);
  if (part !== undefined) return `${VERBS[method] ?? method}${BUCKET_PARTS[part]}`;
  return OF_BUCKET[method] ?? `${method}Bucket`;
}
