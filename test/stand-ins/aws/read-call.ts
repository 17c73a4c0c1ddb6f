import type { IncomingMessage } from 'node:http';
import { type AwsCall, type AwsInput, AwsRefusal, type AwsService, isRecord } from './aws-call.ts';
import { s3Action } from './s3-action.ts';

const JSON_TARGETS: Record<string, AwsService> = {
  SageMaker: 'sagemaker',
  CodeBuild_20161006: 'codebuild',
  ServiceQuotasV20190624: 'servicequotas',
  AWSPriceListService: 'pricing',
  AnyScaleFrontendService: 'application-autoscaling',
  AmazonEC2ContainerRegistry_V20150921: 'ecr',
  Logs_20140328: 'logs',
};

/**
 * Reads which service, region and action a request asks for: from the credential's scope, the target header, the form
 * or the path. Unsigned requests are refused as the services do.
 */
export async function readCall(request: IncomingMessage): Promise<AwsCall> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) headers[name] = [value].flat().join(',');
  const scope = /Credential=([^/,\s]+)\/\d{8}\/([^/]+)\/([^/]+)\/aws4_request/.exec(headers.authorization ?? '');
  const url = request.url ?? '/';
  const base = {
    accessKeyId: scope?.[1] ?? '',
    region: scope?.[2] ?? '',
    method: request.method ?? 'GET',
    url,
    headers,
    body,
  };
  const [prefix = '', action = ''] = (headers['x-amz-target'] ?? '').split('.');
  const json = JSON_TARGETS[prefix];
  if (json !== undefined) return signed({ ...base, service: json, action, input: readJson(body) });
  const signing = scope?.[3] ?? '';
  if (signing === 'sts' || signing === 'iam') {
    const input = Object.fromEntries(new URLSearchParams(body.toString()));
    return signed({ ...base, service: signing, action: input.Action ?? '', input });
  }
  const invocation = /^\/endpoints\/([^/]+)\/invocations$/.exec(url);
  if (invocation !== null) {
    const input = { EndpointName: decodeURIComponent(invocation[1] ?? '') };
    return signed({ ...base, service: 'runtime', action: 'InvokeEndpoint', input });
  }
  return signed({ ...base, service: 's3', ...s3Action(base.method, url, headers) });
}

function signed(call: AwsCall): AwsCall {
  if (call.accessKeyId === '') {
    throw new AwsRefusal('MissingAuthenticationTokenException', 'Missing Authentication Token', 403);
  }
  return call;
}

function readJson(body: Buffer): AwsInput {
  const value: unknown = JSON.parse(body.length === 0 ? '{}' : body.toString());
  if (!isRecord(value)) throw new AwsRefusal('SerializationException', 'The body is no object.');
  return value;
}
