import { z } from 'zod';
import { Fault, type FaultCode } from '../../../adapter/fault.ts';
import { MAX_SAID } from './remote-limits.ts';
import type { RemoteReply } from './transport.ts';
import { UnusableAnswer } from './unusable-answer.ts';

/** What an answer means for its sample. */
export type JudgedReply =
  | { what: 'answer'; value: unknown }
  /** Another try in a moment may be answered. */
  | { what: 'busy'; said: string }
  /** A matter of this sample, in the words of a server that knows the interface. */
  | { what: 'refused'; fault: Fault }
  /** It failed; the next sample may do, several in a row mean that the server will not. */
  | { what: 'failed'; fault: Fault }
  /** Every sample would be answered so. */
  | { what: 'hopeless'; fault: Fault };

/** The two forms of an error: of decisions, and of System One with its two shapes. */
const refusalSchema = z.union([
  z.looseObject({ error: z.string(), code: z.string().optional(), next: z.string().optional() }),
  z
    .looseObject({ detail: z.looseObject({ message: z.string() }) })
    .transform(({ detail }) => ({ error: detail.message })),
  z
    .looseObject({ detail: z.array(z.looseObject({ msg: z.string() })).min(1) })
    .transform(({ detail }) => ({ error: detail.map(({ msg }) => msg).join('; ') })),
]);

/** Codes of ours that a server may say of one decision. */
const ofOneSample: readonly FaultCode[] = [
  'INVALID_REQUEST',
  'TOO_MANY_TOKENS',
  'TOO_MANY_OPTIONS',
  'CHAT_TEMPLATE_FAILED',
  'SLOT_NOT_ONE_TOKEN',
  'NON_FINITE_LOGIT',
];

export function judgeReply(reply: RemoteReply, host: string): JudgedReply {
  const { status, location } = reply;
  if (status === 200) return judgeAnswer(reply, host);
  const refusal = readRefusal(reply.body);
  const said = refusal === null ? `status ${status}` : plain(refusal.error);
  if (status === 503 || status === 429) return { what: 'busy', said };
  if (status >= 300 && status < 400) return { what: 'hopeless', fault: redirected(host, location) };
  if (status === 401 || status === 403) {
    const message = `${host} does not let us in: ${said}`;
    return { what: 'hopeless', fault: new Fault('ACCESS_DENIED', message, 'Name the variable with the right key.') };
  }
  if (status === 404 || status === 405 || status === 421) {
    const message = `${host} does not serve this: ${said}`;
    const next = 'Check the address and the name of the model.';
    return { what: 'hopeless', fault: new Fault('NOT_FOUND', message, next) };
  }
  if (status >= 400 && status < 500) {
    const code = ofOneSample.find((one) => one === refusal?.code) ?? 'INVALID_REQUEST';
    const next = plain(refusal?.next ?? 'Change the sample or the question.');
    const fault = new Fault(code, `${host} refused it: ${said}`, next);
    return refusal === null ? { what: 'failed', fault } : { what: 'refused', fault };
  }
  const message = `${host} failed with status ${status}: ${said}`;
  return { what: 'failed', fault: new Fault('ENDPOINT_FAILED', message, 'Read the server’s log, then try it again.') };
}

function judgeAnswer({ body }: RemoteReply, host: string): JudgedReply {
  try {
    return { what: 'answer', value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) };
  } catch {
    return { what: 'failed', fault: new UnusableAnswer(host, 'it is no JSON') };
  }
}

function readRefusal(body: Uint8Array): { error: string; code?: string; next?: string } | null {
  try {
    const parsed = refusalSchema.safeParse(JSON.parse(new TextDecoder().decode(body)));
    if (!parsed.success) return null;
    const { error, ...rest } = parsed.data;
    return { error, ...textOf(rest, 'code'), ...textOf(rest, 'next') };
  } catch {
    return null;
  }
}

function textOf<Name extends string>(value: object, name: Name): { [key in Name]?: string } {
  const found: unknown = Reflect.get(value, name);
  const read: { [key in Name]?: string } = {};
  if (typeof found === 'string') read[name] = found;
  return read;
}

function redirected(host: string, location: string | null): Fault {
  const where = location === null ? 'another address' : plain(location);
  return new Fault(
    'ENDPOINT_FAILED',
    `${host} points to ${where}. The samples were not sent there: you did not name it.`,
    'Name the address itself, if you trust it.',
  );
}

/** A server's words, short and without what a terminal or a table would take for more than text. */
function plain(text: string): string {
  const printable = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return printable.length > MAX_SAID ? `${printable.slice(0, MAX_SAID)}…` : printable;
}
