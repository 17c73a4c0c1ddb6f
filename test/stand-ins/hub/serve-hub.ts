import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the storage answers a file. Each is done once, in order; afterwards it answers as it should. */
export type Trouble =
  /** Ends the connection after so many bytes of the answer. */
  | { kind: 'cut'; after: number }
  /** Says nothing more after so many bytes. */
  | { kind: 'stall'; after: number }
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  /** Other bytes, as many. */
  | { kind: 'wrong-bytes' }
  /** A length that is not the listed one. */
  | { kind: 'wrong-length'; bytes: number }
  /** Sends the whole file, whatever was asked. */
  | { kind: 'no-ranges' }
  /** Another range than was asked for. */
  | { kind: 'wrong-range' };

export interface ServedFile {
  path: string;
  bytes: Buffer;
  trouble?: Trouble[];
  /** Listed without a checksum, as a file that is not in large storage. */
  unlisted?: boolean;
  /** Bytes a second; as fast as possible without. */
  rate?: number;
}

export interface ServedRepository {
  name: string;
  revision: string;
  licence?: string;
  /** Only these tokens may fetch. */
  gatedFor?: string[];
  files: ServedFile[];
}

export interface HubRequest {
  host: 'hub' | 'storage';
  method: string;
  path: string;
  range: string | null;
  authorization: string | null;
}

export interface ServedHub {
  url: string;
  requests: HubRequest[];
  /** Bytes of files that were sent, by path; each byte counts as often as it was sent. */
  sent: Map<string, number>;
  close: () => Promise<void>;
}

const CHUNK_BYTES = 16 * 1024;

/** Plays the hub and, on a second host, its storage. */
export async function serveHub(repositories: readonly ServedRepository[]): Promise<ServedHub> {
  const requests: HubRequest[] = [];
  const sent = new Map<string, number>();
  const note = (host: HubRequest['host'], request: IncomingMessage): void => {
    requests.push({
      host,
      method: request.method ?? '',
      path: request.url ?? '',
      range: request.headers.range ?? null,
      authorization: request.headers.authorization ?? null,
    });
  };
  const storage = createServer((request, response) => {
    note('storage', request);
    const [, at, index] = /^\/store\/(\d+)\/(\d+)$/.exec(request.url ?? '') ?? [];
    const file = repositories[Number(at)]?.files[Number(index)];
    if (file === undefined) return void response.writeHead(404).end();
    void sendFile(file, request, response, sent);
  });
  const storageUrl = await listen(storage, 'localhost');
  const hub = createServer((request, response) => {
    note('hub', request);
    answerHub(repositories, storageUrl, request, response);
  });
  const url = await listen(hub, '127.0.0.1');
  return {
    url,
    requests,
    sent,
    close: async () => {
      for (const server of [hub, storage]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

function listen(server: Server, host: string): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve(`http://${host}:${port}`);
    });
  });
}

function answerHub(
  repositories: readonly ServedRepository[],
  storageUrl: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const json = (status: number, value: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
  const url = new URL(request.url ?? '/', 'http://hub');
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
  if (url.pathname === '/api/models') {
    const wanted = (url.searchParams.get('search') ?? '').toLowerCase();
    return void json(200, repositories.filter(({ name }) => name.toLowerCase().includes(wanted)).map(describe));
  }
  const at = repositories.findIndex(({ name }) =>
    [`/api/models/${name}/`, `/${name}/resolve/`].some((start) => url.pathname.startsWith(start)),
  );
  const repository = repositories[at];
  if (repository === undefined) return void json(404, { error: 'Repository not found' });
  if (url.pathname.startsWith(`/api/models/${repository.name}/revision/`)) return void json(200, describe(repository));
  if (url.pathname.startsWith(`/api/models/${repository.name}/tree/`)) {
    return void json(200, repository.files.map(listFile));
  }
  const { gatedFor, name, revision, files } = repository;
  if (gatedFor !== undefined && token === null) return void json(401, { error: 'Access to this model is restricted.' });
  if (gatedFor !== undefined && token !== null && !gatedFor.includes(token)) {
    return void json(403, { error: 'Your request to access this model is awaiting a review.' });
  }
  const path = decodeURIComponent(url.pathname.slice(`/${name}/resolve/${revision}/`.length));
  const index = files.findIndex((file) => file.path === path);
  if (index === -1 || !url.pathname.startsWith(`/${name}/resolve/${revision}/`)) {
    return void json(404, { error: 'Entry not found' });
  }
  response.writeHead(302, { location: `${storageUrl}/store/${at}/${index}` }).end();
}

function describe({ name, revision, licence, gatedFor, files }: ServedRepository) {
  return {
    _id: name,
    id: name,
    private: false,
    gated: gatedFor === undefined ? false : 'manual',
    downloads: 7,
    likes: 3,
    lastModified: '2026-05-01T00:00:00.000Z',
    sha: revision,
    tags: ['gguf', ...(licence === undefined ? [] : [`license:${licence}`])],
    siblings: files.map(({ path }) => ({ rfilename: path })),
  };
}

function listFile({ path, bytes, unlisted }: ServedFile) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const lfs = unlisted === true ? {} : { lfs: { oid: sha256, size: bytes.length, pointerSize: 134 } };
  return { type: 'file', oid: '0'.repeat(40), size: bytes.length, path, ...lfs };
}

async function sendFile(
  file: ServedFile,
  request: IncomingMessage,
  response: ServerResponse,
  sent: Map<string, number>,
): Promise<void> {
  const trouble = file.trouble?.shift();
  if (trouble?.kind === 'status') {
    response.writeHead(trouble.status, trouble.headers).end(trouble.body ?? '');
    return;
  }
  const asked = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const total = trouble?.kind === 'wrong-length' ? trouble.bytes : file.bytes.length;
  if (asked >= total && asked > 0) {
    response.writeHead(416, { 'content-range': `bytes */${total}` }).end();
    return;
  }
  const from = trouble?.kind === 'no-ranges' ? 0 : asked;
  let bytes = Buffer.concat([file.bytes, Buffer.alloc(Math.max(0, total - file.bytes.length))]).subarray(from, total);
  if (trouble?.kind === 'wrong-bytes') bytes = Buffer.from(bytes.map((byte) => byte ^ 1));
  const named = trouble?.kind === 'wrong-range' ? from + 1 : from;
  response.writeHead(from > 0 ? 206 : 200, {
    'content-length': bytes.length,
    ...(from > 0 ? { 'content-range': `bytes ${named}-${total - 1}/${total}` } : {}),
  });
  const end = trouble?.kind === 'cut' || trouble?.kind === 'stall' ? trouble.after : bytes.length;
  for (let at = 0; at < end; at += CHUNK_BYTES) {
    if (response.destroyed) return;
    const chunk = bytes.subarray(at, Math.min(at + CHUNK_BYTES, end));
    sent.set(file.path, (sent.get(file.path) ?? 0) + chunk.length);
    if (!response.write(chunk)) await untilDrained(response);
    if (file.rate !== undefined)
      await new Promise((resolve) => setTimeout(resolve, (chunk.length / (file.rate ?? 1)) * 1000));
  }
  if (trouble?.kind === 'cut') response.destroy();
  else if (trouble?.kind !== 'stall') response.end();
}

async function untilDrained(response: ServerResponse): Promise<void> {
  const other = new AbortController();
  const { signal } = other;
  const [drained, closed] = [once(response, 'drain', { signal }), once(response, 'close', { signal })];
  await Promise.race([drained, closed]).finally(() => other.abort());
}
