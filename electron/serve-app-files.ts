import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { findBuiltFile, listBuiltFiles } from '../workbench/browser/built-files.ts';
import { contentSecurityPolicy, fillNonce, securityHeaders } from '../workbench/browser/page-security.ts';
import { isAppUrl } from './app-url.ts';

/** 128 bits, as the policy's specification asks for. */
const nonceBytes = 16;

/** A kind that is not listed there is nothing that the interface is built of. */
const unknownType = 'application/octet-stream';

/**
 * Answers requests to `app:` with the files of the built interface, looked up in a list of them, so that no spelling of
 * a path reaches another file. Each document has a nonce of its own, in its policy and in place of the placeholder.
 *
 * @param folder absolute path of the built interface
 */
export function createAppFiles(folder: string): (request: Request) => Promise<Response> {
  const files = listBuiltFiles(folder);
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
    const file = isAppUrl(request.url) ? findBuiltFile(files, new URL(request.url).pathname) : null;
    if (file === null || file.contentType === unknownType) return refuse(404);
    let content: Buffer<ArrayBuffer>;
    try {
      content = Buffer.from(await readFile(file.path));
    } catch {
      return refuse(404);
    }
    const nonce = randomBytes(nonceBytes).toString('base64');
    const headers = {
      ...securityHeaders,
      'Content-Type': file.contentType,
      'Content-Security-Policy': contentSecurityPolicy(nonce),
      // A stored document would come back with an old nonce.
      'Cache-Control': 'no-store',
    };
    if (request.method === 'HEAD') return new Response(null, { headers });
    if (!file.contentType.startsWith('text/html')) return new Response(content, { headers });
    return new Response(fillNonce(content.toString('utf8'), nonce), { headers });
  };
}

function refuse(status: number): Response {
  return new Response(null, { status, headers: securityHeaders });
}
