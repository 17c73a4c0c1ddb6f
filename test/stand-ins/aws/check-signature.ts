import { createHash, createHmac } from 'node:crypto';
import { CREDENTIALS } from './account.ts';
import { type AwsCall, AwsRefusal } from './aws-call.ts';

/**
 * Computes Signature Version 4 of a request anew, from the method, path, query, signed headers and body that arrived.
 * Whoever signed something else, or with another secret, is refused as the services do.
 */
export function checkSignature(call: AwsCall): void {
  const found = /SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})/.exec(call.headers.authorization ?? '');
  const scope = /Credential=[^/]+\/(\d{8}\/[^/]+\/([^/]+)\/aws4_request)/.exec(call.headers.authorization ?? '');
  const [, signedHeaders = '', signature = ''] = found ?? [];
  const [, range = '', service = ''] = scope ?? [];
  const { pathname, searchParams } = new URL(call.url, 'http://aws');
  const path = service === 's3' ? pathname : pathname.split('/').map(encodeRfc3986).join('/');
  const query = [...searchParams]
    .map(([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`)
    .sort()
    .join('&');
  const names = signedHeaders.split(';');
  const headers = names.map((name) => `${name}:${(call.headers[name] ?? '').trim().replace(/\s+/g, ' ')}\n`).join('');
  const payload = call.headers['x-amz-content-sha256'] ?? sha256(call.body);
  const canonical = [call.method, path, query, headers, signedHeaders, payload].join('\n');
  const date = call.headers['x-amz-date'] ?? '';
  const text = ['AWS4-HMAC-SHA256', date, range, sha256(canonical)].join('\n');
  let key: Buffer = Buffer.from(`AWS4${CREDENTIALS.secretAccessKey}`);
  for (const part of range.split('/')) key = createHmac('sha256', key).update(part).digest();
  if (createHmac('sha256', key).update(text).digest('hex') === signature) return;
  throw new AwsRefusal(
    service === 's3' ? 'SignatureDoesNotMatch' : 'InvalidSignatureException',
    'The request signature we calculated does not match the signature you provided.',
    403,
  );
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function encodeRfc3986(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
