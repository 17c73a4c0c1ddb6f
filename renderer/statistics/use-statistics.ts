import { useEffect, useRef, useState } from 'react';
import type { FaultData } from '../../adapter/fault.ts';
import { faultOf } from '../app/connection/fault-of.ts';
import { askStatistics } from './ask-statistics.ts';
import type { StatisticsAnswers, StatisticsRequest } from './statistics-request.ts';

export interface Computed<Kind extends StatisticsRequest['kind']> {
  /** The last answer and what it was an answer to. */
  last: { request: Extract<StatisticsRequest, { kind: Kind }>; answer: StatisticsAnswers[Kind] } | null;
  fault: FaultData | null;
}

/**
 * Asks the worker whenever the request is another one; null asks nothing. While one is computed, later ones wait and
 * only the newest is asked. The last answer stays until the next one is there.
 */
export function useStatistics<Kind extends StatisticsRequest['kind']>(
  request: Extract<StatisticsRequest, { kind: Kind }> | null,
): Computed<Kind> {
  const [computed, setComputed] = useState<Computed<Kind>>({ last: null, fault: null });
  const wanted = useRef(request);
  const busy = useRef(false);
  const mounted = useRef(true);

  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  useEffect(() => {
    wanted.current = request;
    if (busy.current) return;
    const askNext = async (): Promise<void> => {
      busy.current = true;
      for (let asked = wanted.current; asked !== null && mounted.current; ) {
        const now = asked;
        try {
          const answer = await askStatistics<Kind>(now);
          setComputed({ last: { request: now, answer }, fault: null });
        } catch (error) {
          setComputed((before) => ({ ...before, fault: faultOf(error) }));
        }
        asked = wanted.current === now ? null : wanted.current;
      }
      busy.current = false;
    };
    void askNext();
  }, [request]);

  return computed;
}
