import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inVenv } from '../../../scripts/provide-venv.mjs';
import type { AwsCall, AwsReply } from './aws-call.ts';
import type { Backend } from './backend.ts';
import { readS3Body } from './s3-body.ts';

const root = join(import.meta.dirname, '../../..');
/** Ten times what a busy machine was seen to need. */
const START_MS = 60_000;

/** Whether moto can be started. Where `CI` is set, a missing one is an error. */
export function motoIsHere(): boolean {
  if (existsSync(inVenv(root, 'moto_server'))) return true;
  if (process.env.CI) throw new Error('moto is missing in .cache/venv: npm test installs it.');
  return false;
}

export interface Moto extends Backend {
  /** Forgets everything. */
  empty(): Promise<void>;
}

/** Starts moto on a free port. It forwards what arrives, but first holds uploads against their checksums. */
export async function openMoto(): Promise<Moto> {
  // Between the search for a port and its use somebody else may take it.
  for (let tries = 1; ; tries += 1) {
    try {
      return await startMoto(await freePort());
    } catch (error) {
      if (tries === 3) throw error;
    }
  }
}

async function startMoto(port: number): Promise<Moto> {
  const child = spawn(inVenv(root, 'moto_server'), ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  let ended = false;
  const gone = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  }).then(() => {
    ended = true;
  });
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + START_MS;
  while (!(await answers(`${url}/moto-api/`))) {
    if (ended || Date.now() > until) {
      stop();
      throw new Error('moto did not start.');
    }
    await sleep(50);
  }
  return {
    answer: (call) => forward(call, url),
    async empty() {
      await fetch(`${url}/moto-api/reset`, { method: 'POST' });
    },
    async close() {
      process.removeListener('exit', stop);
      stop();
      await gone;
    },
  };
}

async function forward(call: AwsCall, url: string): Promise<AwsReply> {
  if (call.action === 'PutObject' || call.action === 'UploadPart') readS3Body(call);
  const headers = { ...call.headers };
  for (const name of ['host', 'connection', 'content-length', 'expect', 'transfer-encoding']) delete headers[name];
  const body = call.body.length === 0 ? undefined : new Uint8Array(call.body);
  const response = await fetch(`${url}${call.url}`, { method: call.method, headers, body, redirect: 'manual' });
  const answered: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    if (!['connection', 'transfer-encoding', 'content-encoding'].includes(name)) answered[name] = value;
  });
  const content = Buffer.from(await response.arrayBuffer());
  if (call.method !== 'HEAD') delete answered['content-length'];
  // Its framework calls everything a page that nobody names otherwise; the services do not.
  const isPage = /^\s*<(!doctype|html)/i.test(content.toString('latin1', 0, 100));
  if (answered['content-type']?.startsWith('text/html') && !isPage) answered['content-type'] = 'application/xml';
  return { status: response.status, headers: answered, body: content };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
