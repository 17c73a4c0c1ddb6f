import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FaultData, FieldFault } from '../../../adapter/fault.ts';
import type { DecisionDraft } from '../../../workbench/contract/decision-document.ts';
import type { WorkbenchEvent } from '../../../workbench/contract/events.ts';
import type { ScoreAnswer } from '../../../workbench/contract/scoring.ts';
import { faultOf } from '../../app/connection/fault-of.ts';
import { useEngine, useWorkbench, useWorkbenchEvents } from '../../app/connection/use-workbench.tsx';
import { draftToScore, scoreKey } from './score-input.ts';

/** Typing rests this long before it is scored, so that a word does not start one run for each letter. */
const SCORE_DELAY_MS = 350;

export interface Scored {
  /** What was scored; the bars of a changed draft are matched against it. */
  draft: DecisionDraft;
  answer: ScoreAnswer;
}

export interface LiveScore {
  /**
   * `idle`: no model is ready, or the workbench does not answer. `incomplete`: the draft breaks a rule and is not sent. `waiting`: the typing has not
   * rested yet.
   */
  phase: 'idle' | 'incomplete' | 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /** The last result, which may be of an older draft. */
  scored: Scored | null;
  /** Whether `scored` is of the present draft and model. */
  current: boolean;
  fault: FaultData | null;
  /** Fields that keep the draft from being scored. */
  missing: number;
  progress: { decision: number; done: number; total: number } | null;
  scoreNow: () => void;
  cancel: () => void;
}

interface RunState {
  phase: LiveScore['phase'];
  scored: (Scored & { key: string }) | null;
  fault: FaultData | null;
  progress: LiveScore['progress'];
}

/**
 * Scores the draft whenever it, the model or the engine changes; an older run is cancelled first. A draft with
 * faults waits until it has none.
 */
export function useLiveScore(draft: DecisionDraft, faults: readonly FieldFault[]): LiveScore {
  const { client, connection } = useWorkbench();
  const engine = useEngine();
  const key = scoreKey(draft, engine);
  const ready = engine?.status === 'ready' && connection.status === 'connected';
  const complete = faults.length === 0;
  const [state, setState] = useState<RunState>({ phase: 'idle', scored: null, fault: null, progress: null });
  const running = useRef<{ stop: AbortController; ticket: string } | null>(null);
  const input = useRef({ draft, key });
  input.current = { draft: draftToScore(draft, engine), key };
  const scoredKey = useRef<string | null>(null);

  const abort = useCallback(() => {
    running.current?.stop.abort();
    running.current = null;
  }, []);

  const run = useCallback(async () => {
    abort();
    const mine = { stop: new AbortController(), ticket: crypto.randomUUID() };
    running.current = mine;
    const { draft, key } = input.current;
    setState((state) => ({ ...state, phase: 'running', progress: null }));
    try {
      const answer = await client.scoring.score({ ticket: mine.ticket, draft }, { signal: mine.stop.signal });
      if (running.current !== mine) return;
      running.current = null;
      scoredKey.current = key;
      setState({ phase: 'done', scored: { draft, answer, key }, fault: null, progress: null });
    } catch (error) {
      if (running.current !== mine) return;
      running.current = null;
      setState((state) => ({ ...state, phase: 'failed', fault: faultOf(error), progress: null }));
    }
  }, [client, abort]);

  useEffect(() => {
    abort();
    if (!ready) {
      setState((state) => ({ ...state, phase: 'idle', fault: null, progress: null }));
      return;
    }
    if (!complete) {
      setState((state) => ({ ...state, phase: 'incomplete', fault: null, progress: null }));
      return;
    }
    if (scoredKey.current === key) {
      setState((state) => ({ ...state, phase: 'done', fault: null, progress: null }));
      return;
    }
    setState((state) => ({ ...state, phase: 'waiting', progress: null }));
    const timer = setTimeout(() => void run(), scoredKey.current === null ? 0 : SCORE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [key, ready, complete, run, abort]);

  useEffect(() => abort, [abort]);

  const hear = useCallback((event: WorkbenchEvent) => {
    if (event.type !== 'score-progress' || event.ticket !== running.current?.ticket) return;
    const progress = { decision: event.decision, done: event.tokens_done, total: event.tokens_total };
    setState((state) => (state.phase === 'running' ? { ...state, progress } : state));
  }, []);
  useWorkbenchEvents(hear);

  const scoreNow = useCallback(() => {
    if (ready && complete) void run();
  }, [ready, complete, run]);
  const cancel = useCallback(() => {
    if (running.current === null) return;
    abort();
    setState((state) => ({ ...state, phase: 'cancelled', progress: null }));
  }, [abort]);

  return useMemo(
    () => ({
      ...state,
      current: state.scored?.key === key && state.phase === 'done',
      missing: faults.length,
      scoreNow,
      cancel,
    }),
    [state, key, faults.length, scoreNow, cancel],
  );
}
