import { STATUS_CODES } from 'node:http';
import { type Refusal, refuse } from './refusal.ts';
import { writeRefusal } from './write-refusal.ts';

/** Node's own limit, named because the answer says it. */
export const MAX_HEADER_BYTES = 16 * 1024;

/** What a caller is told whose request the HTTP parser refused. @param code of the parser's error */
export function refusalOfParser(code: string | undefined): Pick<Refusal, 'message' | 'retryable' | 'type'> & {
  status: number;
} {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return {
      ...refuse('invalid'),
      status: 431,
      message: `The headers are too long (at most ${MAX_HEADER_BYTES} bytes).`,
    };
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { ...refuse('invalid'), status: 408, message: 'The request came too slowly.', retryable: true };
  }
  return { ...refuse('invalid'), message: 'This is no HTTP request.' };
}

/** A whole response, for a connection that is closed after it. */
export function writeRawRefusal(refusal: ReturnType<typeof refusalOfParser>): string {
  const { status } = refusal;
  const body = writeRefusal(
    { ...refuse('invalid'), message: refusal.message, retryable: refusal.retryable },
    'decisions',
    '-',
  );
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
