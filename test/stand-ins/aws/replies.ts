import { randomUUID } from 'node:crypto';
import type { AwsCall, AwsRefusal, AwsReply, AwsService } from './aws-call.ts';
import { writeXml, type XmlValue } from './xml.ts';

/** Namespaces and versions as the services write them. */
const QUERY_NAMESPACES: Partial<Record<AwsService, string>> = {
  sts: 'https://sts.amazonaws.com/doc/2011-06-15/',
  iam: 'https://iam.amazonaws.com/doc/2010-05-08/',
};

export function jsonReply(value: unknown, status = 200, headers: Record<string, string> = {}): AwsReply {
  return {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': randomUUID(), ...headers },
    body: JSON.stringify(value),
  };
}

/** The answer of STS or IAM. */
export function queryReply(call: AwsCall, result: XmlValue): AwsReply {
  const content: XmlValue = {
    [`${call.action}Result`]: result,
    ResponseMetadata: { RequestId: randomUUID() },
  };
  const xml = writeXml(`${call.action}Response xmlns="${QUERY_NAMESPACES[call.service] ?? ''}"`, content);
  return { status: 200, headers: { 'content-type': 'text/xml' }, body: xml };
}

export function s3Reply(root: string, value: XmlValue, headers: Record<string, string> = {}): AwsReply {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>${writeXml(`${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/"`, value)}`;
  return { status: 200, headers: { 'content-type': 'application/xml', ...headers }, body: xml };
}

/** A refusal in the protocol of the service that was asked. */
export function refusalReply(
  call: Pick<AwsCall, 'service' | 'method'>,
  { code, message, status, extra }: AwsRefusal,
): AwsReply {
  const request = randomUUID();
  const xml = { 'content-type': 'text/xml', 'x-amz-request-id': request };
  switch (call.service) {
    case 'sts':
    case 'iam': {
      const content = { Error: { Type: 'Sender', Code: code, Message: message }, RequestId: request };
      return { status, headers: xml, body: writeXml('ErrorResponse', content) };
    }
    case 's3': {
      const headers: Record<string, string> = { ...xml };
      if (typeof extra.region === 'string') headers['x-amz-bucket-region'] = extra.region;
      const content = { Code: code, Message: message, RequestId: request };
      return { status, headers, body: call.method === 'HEAD' ? '' : writeXml('Error', content) };
    }
    case 'runtime':
      return {
        ...jsonReply({ Message: message, message, ...extra }, status, { 'x-amzn-errortype': code }),
      };
    default:
      return jsonReply({ __type: code, message, ...extra }, status);
  }
}
