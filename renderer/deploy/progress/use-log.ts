import { useCallback, useEffect, useState } from 'react';
import type { FaultData } from '../../../adapter/fault.ts';
import type { DeploymentLogLine } from '../../../workbench/contract/deployments.ts';
import type { WorkbenchEvent } from '../../../workbench/contract/events.ts';
import { faultOf } from '../../app/connection/fault-of.ts';
import { useWorkbench, useWorkbenchEvents } from '../../app/connection/use-workbench.tsx';
import { addLines } from './add-lines.ts';

/** Lines that are read at once. */
const PAGE = 1000;
/** Lines that are kept on screen: the last ones tell what happened. */
export const MOST_LINES = 2000;

/** The end of a deployment's log, growing while it runs. */
export function useLog(id: string): { lines: readonly DeploymentLogLine[]; fault: FaultData | null } {
  const { client } = useWorkbench();
  const [lines, setLines] = useState<readonly DeploymentLogLine[]>([]);
  const [fault, setFault] = useState<FaultData | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const read = async (): Promise<void> => {
      const { total } = await client.deployments.log({ id, from: 0, limit: 1 }, { signal: stop.signal });
      for (let from = Math.max(0, total - MOST_LINES); from < total; from += PAGE) {
        const page = await client.deployments.log({ id, from, limit: PAGE }, { signal: stop.signal });
        if (stop.signal.aborted) return;
        setLines((known) => addLines(known, page.lines, MOST_LINES));
      }
    };
    read().catch((error: unknown) => {
      if (!stop.signal.aborted) setFault(faultOf(error));
    });
    return () => stop.abort();
  }, [client, id]);
  useWorkbenchEvents(
    useCallback(
      (event: WorkbenchEvent) => {
        if (event.type !== 'deployment-log' || event.id !== id) return;
        setLines((known) => addLines(known, event.lines, MOST_LINES));
      },
      [id],
    ),
  );
  return { lines, fault };
}
