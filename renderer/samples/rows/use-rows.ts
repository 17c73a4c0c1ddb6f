import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { FaultData } from '../../../adapter/fault.ts';
import type { SampleRow } from '../../../workbench/contract/samples.ts';
import { faultOf } from '../../app/connection/fault-of.ts';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';
import { type ListState, PAGE_ROWS, pageQuery, pagesOf, type RowPage } from './row-pages.ts';

export interface Rows {
  /** The list on screen; null until the first one is there. */
  shown: ListState | null;
  total: number;
  /** Undefined while its page is on its way. */
  rowAt: (index: number) => SampleRow | undefined;
  readPage: (page: number) => Promise<RowPage>;
  fault: FaultData | null;
  retry: () => void;
}

/**
 * The rows of a list, as far as they are looked at. A new list takes the place of the old one when its first page is
 * there, so that nothing flashes while a search is typed.
 * @param range the first and the last row in view, and a further row that is shown elsewhere
 */
export function useRows(wanted: ListState, range: { first: number; last: number; also: number }): Rows {
  const { client } = useWorkbench();
  const cache = useQueryClient();
  const [shown, setShown] = useState<ListState | null>(null);
  const [fault, setFault] = useState<FaultData | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt is made anew when a person asks for it
  useEffect(() => {
    let current = true;
    cache.fetchQuery(pageQuery(client, wanted, 0)).then(
      () => {
        if (!current) return;
        setShown(wanted);
        setFault(null);
      },
      (error) => current && setFault(faultOf(error)),
    );
    return () => {
      current = false;
    };
  }, [client, cache, wanted, attempt]);

  const pages =
    shown === null ? [] : [...new Set([0, ...pagesOf(range.first, range.last), ...pagesOf(range.also, range.also)])];
  const held = useQueries({
    queries: pages.map((page) => pageQuery(client, shown ?? wanted, page)),
  });
  const failed = held.find(({ error }) => error !== null)?.error;

  const rowAt = (index: number): SampleRow | undefined => {
    if (index < 0) return undefined;
    const page = Math.floor(index / PAGE_ROWS);
    return held[pages.indexOf(page)]?.data?.rows[index - page * PAGE_ROWS];
  };
  const readPage = useCallback(
    (page: number) => cache.fetchQuery(pageQuery(client, shown ?? wanted, page)),
    [cache, client, shown, wanted],
  );
  const retry = useCallback(() => {
    setFault(null);
    setAttempt((before) => before + 1);
    void cache.refetchQueries({
      queryKey: ['sample-rows', wanted.id],
      predicate: ({ state }) => state.status === 'error',
    });
  }, [cache, wanted.id]);
  return {
    shown,
    total: held[0]?.data?.total ?? 0,
    rowAt,
    readPage,
    fault: fault ?? (failed ? faultOf(failed) : null),
    retry,
  };
}
