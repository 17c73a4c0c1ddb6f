import type { Decision } from '../decision/decision.ts';
import { asFault, type Fault } from '../fault.ts';
import type { DecisionResult } from '../score/result.ts';
import { type Admission, createAdmission } from './admission.ts';
import type { ServedModel } from './served-model.ts';
import type { ServerLimits, TokenBudget } from './server-settings.ts';

export type ServiceState =
  | { status: 'loading' }
  | { status: 'ready'; served: ServedModel }
  | { status: 'stopping'; served: ServedModel | null };

export type ScoreOutcome =
  | { outcome: 'scored'; results: DecisionResult[]; waitSeconds: number }
  | { outcome: 'refused'; reason: 'loading' | 'stopping' | 'busy' | 'took-too-long' | 'broken-off' }
  | { outcome: 'failed'; fault: Fault; error: unknown };

type WhyEnded = 'broken-off' | 'took-too-long' | 'stopping';

/** One model behind one door. */
export interface Service {
  state(): ServiceState;
  /** From now on the model answers. */
  open(served: ServedModel): void;
  /** Scores when it is this request's turn. @param signal aborts when the caller has gone */
  score(decisions: Decision[], budget: TokenBudget, signal: AbortSignal): Promise<ScoreOutcome>;
  /**
   * Refuses what is new and resolves when what runs has ended, at the latest `graceMs` from now and one chunk of tokens;
   * then frees the model.
   */
  stop(graceMs: number): Promise<void>;
  admission: Pick<Admission, 'active' | 'waiting'>;
}

export function createService(limits: Pick<ServerLimits, 'queue' | 'seconds'>): Service {
  const admission = createAdmission(limits.queue);
  const running = new Set<(why: WhyEnded) => void>();
  let state: ServiceState = { status: 'loading' };

  async function score(decisions: Decision[], budget: TokenBudget, gone: AbortSignal): Promise<ScoreOutcome> {
    if (state.status !== 'ready') return { outcome: 'refused', reason: state.status };
    const { served } = state;
    const began = performance.now();
    // One controller and plain listeners: signals that are derived from a long-lived one pile up on it.
    const ended = new AbortController();
    let why: WhyEnded | null = null;
    const end = (reason: WhyEnded) => {
      why ??= reason;
      ended.abort();
    };
    const onGone = () => end('broken-off');
    gone.addEventListener('abort', onGone, { once: true });
    if (gone.aborted) onGone();
    const timer = limits.seconds === null ? null : setTimeout(() => end('took-too-long'), limits.seconds * 1000);
    running.add(end);
    try {
      const admitted = await admission.enter(ended.signal);
      if ('refused' in admitted) {
        return { outcome: 'refused', reason: admitted.refused === 'given up' ? (why ?? 'stopping') : admitted.refused };
      }
      const waitSeconds = (performance.now() - began) / 1000;
      try {
        const results = await served.score(decisions, {
          maxPromptTokens: Math.min(budget.one, served.engine.contextTokens),
          maxRequestTokens: budget.request,
          signal: ended.signal,
        });
        return { outcome: 'scored', results, waitSeconds };
      } finally {
        admitted.leave();
      }
    } catch (error) {
      const fault = asFault(error);
      if (fault.code === 'CANCELLED' && why !== null) return { outcome: 'refused', reason: why };
      return { outcome: 'failed', fault, error };
    } finally {
      if (timer !== null) clearTimeout(timer);
      gone.removeEventListener('abort', onGone);
      running.delete(end);
    }
  }

  return {
    state: () => state,
    open(served) {
      if (state.status === 'loading') state = { status: 'ready', served };
    },
    score,
    async stop(graceMs) {
      const served = state.status === 'loading' ? null : state.served;
      if (state.status !== 'stopping') state = { status: 'stopping', served };
      admission.close();
      const timer = setTimeout(() => {
        for (const end of running) end('stopping');
      }, graceMs);
      await admission.idle();
      clearTimeout(timer);
      await served?.dispose();
    },
    admission,
  };
}
