import { Fault } from '../../../adapter/fault.ts';
import type { Clock } from '../../deployment/aws/clock.ts';
import { BrokenConnection } from './broken-connection.ts';
import { type JudgedReply, judgeReply } from './judge-reply.ts';
import { BUSY_MS, FIRST_PAUSE_MS, LONGEST_PAUSE_MS, MAX_BROKEN_TRIES } from './remote-limits.ts';
import type { Transport } from './transport.ts';

export interface RemoteAsking {
  transport: Transport;
  host: string;
  clock: Clock;
  /** A clock that never goes back, in seconds. */
  seconds: () => number;
  signal: AbortSignal;
}

/** How one request went in the end. */
export interface Asked {
  reply: Exclude<JudgedReply, { what: 'busy' }>;
  /** Of the try that was answered, the network included. */
  seconds: number;
  busy: { times: number; seconds: number };
}

/**
 * Sends a request; while the server is busy again, with pauses that grow and are different for each caller, until a
 * deadline.
 * @throws Fault BUSY after the deadline, ENDPOINT_FAILED when no connection holds, and what the transport throws
 */
export async function askRemote(
  body: string,
  { transport, host, clock, seconds, signal }: RemoteAsking,
): Promise<Asked> {
  const busy = { times: 0, seconds: 0 };
  const began = seconds();
  let broken = 0;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
    const sent = seconds();
    const reply = await transport.send(body, signal).then(
      (answered) => judgeReply(answered, host),
      (error: unknown) => {
        broken += 1;
        if (error instanceof BrokenConnection && broken < MAX_BROKEN_TRIES) return null;
        throw error;
      },
    );
    const took = seconds() - sent;
    if (reply !== null && reply.what !== 'busy') return { reply, seconds: took, busy };
    if (reply !== null) {
      busy.times += 1;
      if ((seconds() - began) * 1000 + pause > BUSY_MS) throw stillBusy(host, reply.said);
    }
    // At least half of it: a server that is busy is not asked at once by half of its callers.
    const waiting = pause * (0.5 + clock.random() / 2);
    await clock.sleep(waiting, signal);
    if (signal.aborted) throw new Fault('CANCELLED', 'The request was cancelled.', 'Resume the run.');
    if (reply !== null) busy.seconds += seconds() - sent;
  }
}

function stillBusy(host: string, said: string): Fault {
  return new Fault(
    'BUSY',
    `${host} was busy for ${BUSY_MS / 1000} seconds (${said}).`,
    'Resume the run when others ask less, or add instances. What was scored is kept.',
  );
}
