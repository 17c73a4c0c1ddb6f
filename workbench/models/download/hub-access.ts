import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Dispatcher, EnvHttpProxyAgent, fetch as fetchThrough } from 'undici';
import { Fault } from '../../../adapter/fault.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_HUB = 'https://huggingface.co';

/** Of an answer that lists something: a page of a thousand files takes a third of a megabyte. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
/** An answer that says nothing for so long is given up: a person waits for it. */
const SILENCE_MS = 30_000;

/** How the hub is reached: where, with whose token, through which proxy. */
export interface HubAccess {
  /** Without a slash at its end. */
  url: string;
  /** Read at each use, so that a sign-in elsewhere counts at once; never kept, stored or logged. Null without one. */
  token: () => Promise<string | null>;
  dispatcher: Dispatcher;
  /** What the hub's client library calls. */
  fetch: typeof fetch;
}

/**
 * The hub as its own programs find it: `HF_ENDPOINT` (a mirror), `HF_TOKEN`, `HUGGING_FACE_HUB_TOKEN` or the file of
 * `HF_TOKEN_PATH`, else `token` under `HF_HOME`; `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`.
 * @param home the user's folder
 * @param silenceMs after which an answer that does not come, or does not go on, is given up
 * @throws Fault INVALID_REQUEST when `HF_ENDPOINT` is no address
 */
export function openHubAccess(env: Environment, home: string, silenceMs = SILENCE_MS): HubAccess {
  const dispatcher = new EnvHttpProxyAgent({
    // Absent and empty are the same to people who set these.
    httpProxy: env.HTTP_PROXY || env.http_proxy || '',
    httpsProxy: env.HTTPS_PROXY || env.https_proxy || '',
    noProxy: env.NO_PROXY || env.no_proxy || '',
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
  });
  return {
    url: readEndpoint(env.HF_ENDPOINT),
    token: () => readToken(env, home),
    dispatcher,
    fetch: async (input, init) => {
      const { headers, method, signal } = new Request(input, init);
      const response = await fetchThrough(input instanceof Request ? input.url : input, {
        headers: Object.fromEntries(headers),
        method,
        signal,
        dispatcher,
      });
      return new Response(await readBounded(response.body), {
        status: response.status,
        headers: Object.fromEntries(response.headers),
      });
    },
  };
}

/** @throws Fault DOWNLOAD_FAILED for an answer that no hub gives */
async function readBounded(body: AsyncIterable<Uint8Array> | null): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) {
      throw new Fault(
        'DOWNLOAD_FAILED',
        `The hub’s answer has more than ${MAX_ANSWER_BYTES / 1024 / 1024} MB, as no list of files has.`,
        'If a mirror is set with HF_ENDPOINT, check its address, or unset it.',
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function readEndpoint(given: string | undefined): string {
  if (given === undefined || given.trim() === '') return DEFAULT_HUB;
  const url = URL.canParse(given.trim()) ? new URL(given.trim()) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new Fault(
      'INVALID_REQUEST',
      'HF_ENDPOINT is no address that models can be fetched from.',
      'Set it to an address such as https://mirror.example, without a user or a password, or unset it.',
      { fields: [{ path: 'HF_ENDPOINT', message: 'It is no http or https address.' }] },
    );
  }
  return url.href.replace(/\/+$/, '');
}

async function readToken(env: Environment, home: string): Promise<string | null> {
  const given = env.HF_TOKEN || env.HUGGING_FACE_HUB_TOKEN;
  if (given !== undefined && given.trim() !== '') return given.trim();
  const cache = env.XDG_CACHE_HOME || join(home, '.cache');
  const file = env.HF_TOKEN_PATH || join(env.HF_HOME || join(cache, 'huggingface'), 'token');
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trim() === '' ? null : text.trim();
}

/** Whether a token may be sent there: never in the clear to another machine. */
export function mayCarryToken(url: URL): boolean {
  return url.protocol === 'https:' || /^(127(\.\d+){3}|localhost|\[::1\])$/.test(url.hostname);
}
