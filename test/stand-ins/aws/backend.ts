import { CREDENTIALS } from './account.ts';
import type { AwsCall, AwsInput, AwsReply, AwsService } from './aws-call.ts';

/** What answers for S3, IAM, STS, ECR and the logs: our own memory, or moto. */
export interface Backend {
  /** @throws AwsRefusal */
  answer(call: AwsCall): Promise<AwsReply>;
  close(): Promise<void>;
}

const TARGETS: Partial<Record<AwsService, string>> = {
  logs: 'Logs_20140328',
  ecr: 'AmazonEC2ContainerRegistry_V20150921',
};

/** A call that a service makes itself, such as a build that pushes its image. */
export function serviceCall(service: 'logs' | 'ecr', region: string, action: string, input: AwsInput): AwsCall {
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `${TARGETS[service]}.${action}` };
  return serviceRequest(service, region, action, input, 'POST', '/', headers, Buffer.from(JSON.stringify(input)));
}

/** An object that a service writes. */
export function putObjectCall(region: string, bucket: string, key: string, body: string | Buffer): AwsCall {
  const path = `/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
  return serviceRequest('s3', region, 'PutObject', { Bucket: bucket, Key: key }, 'PUT', path, {}, Buffer.from(body));
}

export function getObjectCall(region: string, bucket: string, key: string): AwsCall {
  const path = `/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
  return serviceRequest('s3', region, 'GetObject', { Bucket: bucket, Key: key }, 'GET', path, {}, Buffer.alloc(0));
}

export function listObjectsCall(region: string, bucket: string, prefix: string, token?: string): AwsCall {
  const query = new URLSearchParams({
    'list-type': '2',
    prefix,
    ...(token === undefined ? {} : { 'continuation-token': token }),
  });
  const input = { ...Object.fromEntries(query), Bucket: bucket };
  return serviceRequest('s3', region, 'ListObjectsV2', input, 'GET', `/${bucket}?${query}`, {}, Buffer.alloc(0));
}

function serviceRequest(
  service: AwsService,
  region: string,
  action: string,
  input: AwsInput,
  method: string,
  url: string,
  headers: Record<string, string>,
  body: Buffer,
): AwsCall {
  const scope = `${CREDENTIALS.accessKeyId}/20260101/${region}/${service}/aws4_request`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=none`;
  const all = { ...headers, authorization };
  return { service, region, action, input, accessKeyId: CREDENTIALS.accessKeyId, method, url, headers: all, body };
}
