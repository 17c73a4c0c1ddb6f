import type { Readable } from 'node:stream';
import { request } from 'undici';
import { Fault } from '../../../adapter/fault.ts';
import { type Asked, refusedByHub } from './explain-hub-error.ts';
import { type HubAccess, mayCarryToken } from './hub-access.ts';

/** The hub answers a file with one redirect to its storage; a mirror may add some. */
const MAX_REDIRECTS = 5;
/** Of an answer that refuses: its words are short. */
const MAX_WORDS_BYTES = 4096;

export interface FileRequest {
  access: HubAccess;
  repository: string;
  /** A commit. */
  revision: string;
  /** Path in the repository. */
  file: string;
  /** First byte that is wanted. */
  from: number;
  signal: AbortSignal;
  /** Given up when nothing comes for so long. */
  silenceMs: number;
}

/** The bytes of a file from some byte on. `retry` is an answer that may be another one later. */
export type FileAnswer =
  | { kind: 'bytes'; from: number; total: number | null; body: Readable }
  /** The server says that nothing lies behind `from`. */
  | { kind: 'nothing-there' }
  | { kind: 'retry'; fault: Fault; afterMs: number | null };

/**
 * Asks for a file of a repository. Redirects are followed by hand: the token goes to the hub and to no other host.
 * @throws Fault DOWNLOAD_FAILED for an answer that stays one; what undici throws for a connection that fails
 */
export async function requestFile(wanted: FileRequest): Promise<FileAnswer> {
  const { access, repository, revision, file, from, signal, silenceMs } = wanted;
  const token = await access.token();
  const hub = new URL(access.url);
  let url = new URL(`${access.url}/${repository}/resolve/${encodeURIComponent(revision)}/${encodePath(file)}`);
  const asked: Asked = { hub: access.url, repository, file, signedIn: token !== null };
  for (let redirects = 0; ; redirects++) {
    const carries = token !== null && url.host === hub.host && mayCarryToken(url);
    const answer = await request(url, {
      dispatcher: access.dispatcher,
      signal,
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
      headers: {
        // A body that was packed on the way would not have the bytes of the file.
        'accept-encoding': 'identity',
        ...(from > 0 ? { range: `bytes=${from}-` } : {}),
        ...(carries ? { authorization: `Bearer ${token}` } : {}),
      },
    });
    const { statusCode: status, headers, body } = answer;
    const location = oneOf(headers.location);
    if (status >= 300 && status < 400 && location !== null) {
      await body.dump();
      if (redirects >= MAX_REDIRECTS) throw refusedByHub(status, asked, 'It leads from one address to the next.');
      url = followed(url, location, asked, status);
      continue;
    }
    if (status === 200) return { kind: 'bytes', from: 0, total: lengthOf(headers['content-length']), body };
    if (status === 206) return { kind: 'bytes', ...rangeOf(oneOf(headers['content-range']), from), body };
    const words = await readWords(body);
    if (status === 416) return { kind: 'nothing-there' };
    const fault = refusedByHub(status, asked, words);
    if (status === 429 || status === 408 || status >= 500) {
      return { kind: 'retry', fault, afterMs: delayOf(oneOf(headers['retry-after'])) };
    }
    throw fault;
  }
}

function followed(from: URL, location: string, asked: Asked, status: number): URL {
  const to = URL.canParse(location, from) ? new URL(location, from) : null;
  const secure = to?.protocol === 'https:' || (to?.protocol === 'http:' && from.protocol === 'http:');
  if (to === null || !secure) throw refusedByHub(status, asked, `It leads to an address that is not safe: ${location}`);
  return to;
}

function encodePath(file: string): string {
  return file.split('/').map(encodeURIComponent).join('/');
}

function oneOf(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}

function lengthOf(header: string | string[] | undefined): number | null {
  const text = oneOf(header);
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** `bytes 100-199/200`; a server that answers another range than was asked for is not to be trusted with the rest. */
function rangeOf(header: string | null, wanted: number): { from: number; total: number | null } {
  const [, from, total] = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15}|\*)$/.exec(header ?? '') ?? [];
  if (from === undefined || Number(from) !== wanted) {
    throw new Fault(
      'DOWNLOAD_FAILED',
      `The server was asked for the bytes from ${wanted} on and answered “${header ?? 'without a range'}”.`,
      'Try again; if a mirror is set with HF_ENDPOINT, try without it.',
    );
  }
  return { from: wanted, total: total === '*' || total === undefined ? null : Number(total) };
}

/** Seconds, or a date. */
function delayOf(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

async function readWords(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) break;
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= MAX_WORDS_BYTES) break;
  }
  const text = Buffer.concat(chunks).toString('utf8');
  // A page for a browser says nothing to a person here.
  return /<html/i.test(text) ? '' : text.replace(/\s+/g, ' ');
}
