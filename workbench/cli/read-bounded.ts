import { Fault } from '../../adapter/fault.ts';

/** Of what a command reads as a whole; each line of a JSONL file has the limits of a request besides. */
export const maxInputBytes = 256 * 1024 * 1024;

/**
 * The bytes of a stream, to its end. What a stream will bring is not known before: a device or another program may
 * write for ever, so reading stops at the limit.
 * @throws Fault INVALID_REQUEST beyond the limit, and what the stream throws
 */
export async function readBounded(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes = maxInputBytes,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of stream) {
    bytes += piece.length;
    if (bytes > maxBytes) {
      const field = { path: 'FILE', message: 'The input is too large.', limit: `at most ${maxBytes} bytes` };
      throw new Fault('INVALID_REQUEST', `The input has more than ${maxBytes} bytes.`, 'Split it into several.', {
        fields: [field],
      });
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
