import type { Decision } from '../../../adapter/decision/decision.ts';
import { Fault } from '../../../adapter/fault.ts';
import type { AnsweredBy, RemoteTarget } from '../../contract/remote.ts';
import { noteAnswer } from './answered-by.ts';
import { askRemote, type RemoteAsking } from './ask-remote.ts';
import { readDecisionsAnswer } from './read-decisions-answer.ts';
import { readSystemOneAnswer } from './read-system-one-answer.ts';
import type { RemoteAnswer } from './remote-answer.ts';
import { MAX_UNUSABLE_IN_A_ROW } from './remote-limits.ts';
import { UnusableAnswer } from './unusable-answer.ts';
import { writeRemoteBody } from './write-remote-body.ts';

/** What a place says of itself beside its answers. */
export interface RemoteDescription {
  device: string | null;
  instance_type: string | null;
}

/** One place that scores decisions for a sitting of a run, one after the other. */
export interface RemoteScorer {
  /**
   * @throws SampleRefused for what is a matter of this sample; every other Fault ends the run: BUSY, ENDPOINT_FAILED,
   * ACCESS_DENIED, NOT_FOUND, CONFLICT (another model answers than before), CANCELLED
   */
  score(decision: Decision): Promise<{ answer: RemoteAnswer; seconds: number }>;
  /** Who has answered so far; null before the first answer. */
  by(): AnsweredBy | null;
  close(): void;
}

/** What becomes a failed row. */
export class SampleRefused extends Error {
  readonly fault: Fault;
  readonly seconds: number;

  constructor(fault: Fault, seconds: number) {
    super(fault.message);
    this.fault = fault;
    this.seconds = seconds;
  }
}

/**
 * @param known who answered in an earlier sitting: it must be the same model and configuration again
 */
export function createRemoteScorer(
  target: RemoteTarget,
  asking: RemoteAsking,
  described: RemoteDescription,
  known: AnsweredBy | null,
): RemoteScorer {
  const read = target.kind === 'system-one' ? readSystemOneAnswer : readDecisionsAnswer;
  let by = known;
  let unusable = 0;
  /** Waiting before the first answer that told who it is from. */
  let waited = { times: 0, seconds: 0 };

  /** A failure of one sample, unless too many came one after the other. */
  function fail(fault: Fault, seconds: number): Error {
    unusable += 1;
    if (unusable < MAX_UNUSABLE_IN_A_ROW) return new SampleRefused(fault, seconds);
    return new Fault(
      fault.code,
      `${fault.message} That was so ${unusable} times in a row, and the run has ended.`,
      fault.next,
      { cause: fault },
    );
  }

  return {
    async score(decision) {
      const began = asking.seconds();
      const asked = await askRemote(writeRemoteBody(decision, target), asking).catch((error: unknown) => {
        // One that hangs may be one that is too long for the machine.
        if (error instanceof Fault && error.code === 'TOOK_TOO_LONG') throw fail(error, asking.seconds() - began);
        throw error;
      });
      const { reply, seconds, busy } = asked;
      if (by !== null) by = addBusy(by, busy);
      else waited = { times: waited.times + busy.times, seconds: waited.seconds + busy.seconds };
      if (reply.what === 'hopeless') throw reply.fault;
      if (reply.what === 'failed') throw fail(reply.fault, seconds);
      if (reply.what === 'refused') {
        unusable = 0;
        throw new SampleRefused(reply.fault, seconds);
      }
      try {
        const answer = read(reply.value, decision, asking.host);
        unusable = 0;
        by = by === null ? addBusy(noteAnswer(null, answer, described), waited) : noteAnswer(by, answer, described);
        return { answer, seconds };
      } catch (error) {
        throw error instanceof UnusableAnswer ? fail(error, seconds) : error;
      }
    },
    by: () => by,
    close: () => asking.transport.close(),
  };
}

function addBusy(by: AnsweredBy, { times, seconds }: { times: number; seconds: number }): AnsweredBy {
  if (times === 0) return by;
  return { ...by, busy: { times: by.busy.times + times, seconds: by.busy.seconds + seconds } };
}
