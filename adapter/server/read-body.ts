import type { Refusal } from './refusal.ts';
import { refuse } from './refusal.ts';

/**
 * The body of a request: JSON in UTF-8, not compressed, within the limit.
 * A body that is too large is not read to its end.
 */
export async function readBody(
  request: Request,
  maxBytes: number,
): Promise<{ bytes: Uint8Array } | { refusal: Refusal }> {
  const { headers } = request;
  if (!isJson(headers.get('content-type'))) return { refusal: refuse('not-json') };
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') return { refusal: refuse('encoded') };
  const tooLarge = { refusal: refuse('too-large', `at most ${maxBytes} bytes`) };
  // what Node lets pass here is a number of decimal digits; a chunked body has none
  if (Number(headers.get('content-length') ?? 0) > maxBytes) return tooLarge;
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  try {
    while (reader !== undefined) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.byteLength;
      if (length > maxBytes) {
        // not awaited: a caller that goes on sending may never let it end
        void reader.cancel().catch(() => undefined);
        return tooLarge;
      }
      chunks.push(value);
    }
  } catch {
    return { refusal: refuse('broken-off') };
  }
  return { bytes: Buffer.concat(chunks, length) };
}

/** `application/json`, with no other character set than UTF-8. */
function isJson(contentType: string | null): boolean {
  const [type, ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  if (type !== 'application/json') return false;
  return parameters.every((parameter) => !parameter.startsWith('charset=') || /^charset="?utf-?8"?$/.test(parameter));
}
