import { useCallback, useEffect, useRef, useState } from 'react';
import type { FaultData } from '../../../adapter/fault.ts';
import type { DecisionDraft } from '../../../workbench/contract/decision-document.ts';
import { faultOf } from '../../app/connection/fault-of.ts';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';
import type { Scored } from './use-live-score.ts';

export type OnceState =
  | { status: 'none' }
  | { status: 'running'; key: string }
  | { status: 'done'; key: string; scored: Scored }
  | { status: 'failed'; key: string; fault: FaultData };

/** Scores a draft when it is asked to, beside the live score; `key` says what the answer belongs to. */
export function useScoreOnce(): {
  state: OnceState;
  run: (draft: DecisionDraft, key: string) => void;
  reset: () => void;
} {
  const { client } = useWorkbench();
  const [state, setState] = useState<OnceState>({ status: 'none' });
  const running = useRef<AbortController | null>(null);

  const run = useCallback(
    (draft: DecisionDraft, key: string) => {
      running.current?.abort();
      const mine = new AbortController();
      running.current = mine;
      setState({ status: 'running', key });
      client.scoring.score({ ticket: crypto.randomUUID(), draft }, { signal: mine.signal }).then(
        (answer) => {
          if (running.current === mine) setState({ status: 'done', key, scored: { draft, answer } });
        },
        (error: unknown) => {
          if (running.current === mine) setState({ status: 'failed', key, fault: faultOf(error) });
        },
      );
    },
    [client],
  );
  const reset = useCallback(() => {
    running.current?.abort();
    running.current = null;
    // The same object as before when nothing was there, so that nothing renders again.
    setState((state) => (state.status === 'none' ? state : { status: 'none' }));
  }, []);
  useEffect(() => () => running.current?.abort(), []);
  return { state, run, reset };
}
