import { Fault } from '../../../adapter/fault.ts';
import type { RemoteTarget } from '../../contract/remote.ts';
import { BrokenConnection } from './broken-connection.ts';
import type { Environment } from './check-remote.ts';
import { readAnswerBody } from './read-answer-body.ts';
import { ANSWER_MS } from './remote-limits.ts';
import type { Transport } from './transport.ts';

/**
 * Asks a server over HTTP. Redirects are not followed: the texts would go to somebody who was not named.
 * @param answerMs how long one answer may take
 */
export function httpTransport(
  target: Exclude<RemoteTarget, { kind: 'endpoint' }>,
  environment: Environment,
  answerMs = ANSWER_MS,
): Transport {
  const url = `${target.url.replace(/\/+$/, '')}${target.kind === 'decisions' ? '/invocations' : '/v1/systemone'}`;
  const { host } = new URL(url);
  const key = target.key_variable === null ? undefined : environment[target.key_variable];
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
  };
  return {
    async send(body, signal) {
      const late = AbortSignal.timeout(answerMs);
      const either = AbortSignal.any([signal, late]);
      try {
        const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: either });
        const { status } = response;
        return { status, body: await readAnswerBody(response, host), location: response.headers.get('location') };
      } catch (error) {
        if (signal.aborted) throw new Fault('CANCELLED', 'The request was cancelled.', 'Resume the run.');
        if (late.aborted) throw tookTooLong(host, answerMs);
        throw error instanceof Fault ? error : new BrokenConnection(host, error);
      }
    },
    close: () => undefined,
  };
}

export function tookTooLong(host: string, answerMs: number): Fault {
  return new Fault(
    'TOOK_TOO_LONG',
    `${host} did not answer within ${Math.round(answerMs / 1000)} seconds.`,
    'Score longer samples on a faster machine, or try this one again.',
  );
}
