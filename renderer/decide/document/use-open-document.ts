import { useCallback, useEffect, useRef, useState } from 'react';
import type { FaultData } from '../../../adapter/fault.ts';
import type { DecisionDocument } from '../../../workbench/contract/decision-document.ts';
import type { WorkbenchEvent } from '../../../workbench/contract/events.ts';
import { faultOf } from '../../app/connection/fault-of.ts';
import { useDecisions, useSettings, useWorkbench, useWorkbenchEvents } from '../../app/connection/use-workbench.tsx';
import { notifyError, notifyFault } from '../../app/notify.tsx';

export type Opened =
  | { status: 'opening' }
  | {
      status: 'open';
      document: DecisionDocument /** Counts openings, so that each is a session of its own. */;
      session: number;
    }
  /** There is no decision. */
  | { status: 'none' }
  | { status: 'failed'; fault: FaultData };

/** Writes what is pending of the open decision; says what hinders it when it must not be left. */
export type Leave = () => Promise<FaultData | null>;

export interface OpenDocument {
  opened: Opened;
  /** Opens what the call returns, after the present decision is saved. */
  open: (get: () => Promise<DecisionDocument>) => void;
  openById: (id: string) => void;
  /** Deletes a decision and opens another when it was the one on screen. */
  remove: (id: string) => void;
  retry: () => void;
  /** The open session says here how it is left. */
  leaving: { current: Leave | null };
}

/** Which decision is on screen: the last one at start. */
export function useOpenDocument(): OpenDocument {
  const { client } = useWorkbench();
  const settings = useSettings();
  const decisions = useDecisions();
  const [opened, setOpened] = useState<Opened>({ status: 'opening' });
  const leaving = useRef<Leave | null>(null);
  const started = useRef(false);
  const sessions = useRef(0);

  const show = useCallback(
    (document: DecisionDocument) => {
      sessions.current += 1;
      setOpened({ status: 'open', document, session: sessions.current });
      void client.settings.change({ last_decision: document.id }).catch(notifyError);
    },
    [client],
  );

  const open = useCallback(
    (get: () => Promise<DecisionDocument>) => {
      const go = async (): Promise<void> => {
        const hindrance = (await leaving.current?.()) ?? null;
        if (hindrance !== null) return notifyFault(hindrance);
        show(await get());
      };
      void go().catch(notifyError);
    },
    [show],
  );
  const openById = useCallback((id: string) => open(() => client.decisions.get({ id })), [client, open]);

  const start = useCallback(
    async (last: string | null, known: { id: string }[]) => {
      try {
        const id = known.find((decision) => decision.id === last)?.id ?? known[0]?.id;
        if (id !== undefined) show(await client.decisions.get({ id }));
        else setOpened({ status: 'none' });
      } catch (error) {
        setOpened({ status: 'failed', fault: faultOf(error) });
      }
    },
    [client, show],
  );

  useEffect(() => {
    if (started.current || settings === undefined || decisions === undefined) return;
    started.current = true;
    void start(settings.last_decision, decisions);
  }, [settings, decisions, start]);

  const remove = useCallback(
    (id: string) => {
      const go = async (): Promise<void> => {
        const onScreen = opened.status === 'open' && opened.document.id === id;
        if (onScreen) leaving.current = null;
        await client.decisions.remove({ id });
        if (!onScreen) return;
        const [next] = (await client.decisions.list()).filter((decision) => decision.id !== id);
        if (next === undefined) setOpened({ status: 'none' });
        else show(await client.decisions.get({ id: next.id }));
      };
      void go().catch(notifyError);
    },
    [client, opened, show],
  );

  const retry = useCallback(() => {
    setOpened({ status: 'opening' });
    void start(settings?.last_decision ?? null, decisions ?? []);
  }, [start, settings, decisions]);

  useWorkbenchEvents(
    useCallback(
      (event: WorkbenchEvent) => {
        if (event.type === 'show-decision') openById(event.id);
      },
      [openById],
    ),
  );

  return { opened, open, openById, remove, retry, leaving };
}
