import { Fault } from '../../../adapter/fault.ts';
import { MAX_ANSWER_BYTES } from './remote-limits.ts';

/**
 * The bytes of an answer, at most so many; the rest is never read.
 * @throws Fault ENDPOINT_FAILED when there is more
 */
export async function readAnswerBody(
  response: Response,
  host: string,
  limit: number = MAX_ANSWER_BYTES,
): Promise<Uint8Array> {
  const reader = response.body?.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      await reader.cancel().catch(() => undefined);
      throw new Fault(
        'ENDPOINT_FAILED',
        `${host} answered with more than ${limit.toLocaleString('en')} bytes. The rest was not read.`,
        'See whether the address is that of a server for decisions.',
      );
    }
    parts.push(value);
  }
  return Buffer.concat(parts);
}
