import { useCallback, useEffect, useRef, useState } from 'react';
import type { FaultData } from '../../adapter/fault.ts';
import { faultOf } from '../app/connection/fault-of.ts';

export interface OneCall<Answer> {
  answer: Answer | null;
  fault: FaultData | null;
  asking: boolean;
  /** Forgets what came before, and asks anew. */
  ask: (call: (signal: AbortSignal) => Promise<Answer>) => Promise<void>;
  cancel: () => void;
}

/** A call that a person starts and may cancel; it ends with what shows it, and a cancelled one is no fault. */
export function useOneCall<Answer>(): OneCall<Answer> {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [fault, setFault] = useState<FaultData | null>(null);
  const [asking, setAsking] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const ask = useCallback(async (call: (signal: AbortSignal) => Promise<Answer>): Promise<void> => {
    const stop = new AbortController();
    running.current = stop;
    setAsking(true);
    setFault(null);
    setAnswer(null);
    try {
      setAnswer(await call(stop.signal));
    } catch (error) {
      if (!stop.signal.aborted) setFault(faultOf(error));
    } finally {
      setAsking(false);
    }
  }, []);
  const cancel = useCallback(() => running.current?.abort(), []);
  return { answer, fault, asking, ask, cancel };
}
