import { useCallback, useEffect, useRef, useState } from 'react';
import type { FaultData } from '../../../adapter/fault.ts';
import type { WorkbenchEvent } from '../../../workbench/contract/events.ts';
import type { SampleSetSummary } from '../../../workbench/contract/samples.ts';
import type { ImportChoices, ImportTarget } from '../../../workbench/samples/importing/import-choices.ts';
import { faultOf } from '../../app/connection/fault-of.ts';
import { useWorkbench, useWorkbenchEvents } from '../../app/connection/use-workbench.tsx';
import { changeChoices, forgetLabels, type ImportAnswer, openChoices, sameTarget } from './import-state.ts';

/** An import from choosing a file until it is stored or left. */
export type ImportPhase =
  | { phase: 'choosing'; fault: FaultData | null }
  | { phase: 'reading'; file: File; rows: number | null }
  | {
      phase: 'open';
      file: File;
      session: string;
      answer: ImportAnswer;
      choices: ImportChoices;
      target: ImportTarget;
      /** How far the file is read anew after a change; null while nothing is. */
      reading: { rows: number | null } | null;
      storing: boolean;
      fault: FaultData | null;
    };

export interface Import {
  state: ImportPhase;
  read: (file: File, target: ImportTarget) => void;
  choose: (patch: Partial<ImportChoices>) => void;
  aim: (target: ImportTarget) => void;
  /** Stops what is being read: at first the whole import, later the last change. */
  cancel: () => void;
  commit: (name: string) => Promise<SampleSetSummary | null>;
  /** Back to choosing a file; nothing was stored. */
  restart: () => void;
}

/** One import. The workbench holds the file while it is open, and forgets it when the dialog goes. */
export function useImport(): Import {
  const { client } = useWorkbench();
  const [state, setState] = useState<ImportPhase>({ phase: 'choosing', fault: null });
  const call = useRef<{ ticket: string; abort: AbortController } | null>(null);
  const session = useRef<string | null>(null);

  const begin = useCallback(() => {
    call.current?.abort.abort();
    const begun = { ticket: crypto.randomUUID(), abort: new AbortController() };
    call.current = begun;
    return begun;
  }, []);
  const closeSession = useCallback(() => {
    call.current?.abort.abort();
    call.current = null;
    if (session.current !== null) void client.samples.import.close({ session: session.current }).catch(() => undefined);
    session.current = null;
  }, [client]);
  useEffect(() => closeSession, [closeSession]);

  useWorkbenchEvents(
    useCallback((event: WorkbenchEvent) => {
      if (event.type !== 'import-progress' || event.ticket !== call.current?.ticket) return;
      const { rows } = event;
      setState((before) => {
        if (before.phase === 'reading') return { ...before, rows };
        if (before.phase === 'open' && before.reading !== null) return { ...before, reading: { rows } };
        return before;
      });
    }, []),
  );

  const report = useCallback(
    (choices: ImportChoices, target: ImportTarget) => {
      const opened = session.current;
      if (opened === null) return;
      const { ticket, abort } = begin();
      const settle = (change: { answer?: ImportAnswer; fault: FaultData | null }): void => {
        if (abort.signal.aborted) return;
        setState((before) => (before.phase === 'open' ? { ...before, ...change, reading: null } : before));
      };
      setState((before) =>
        before.phase === 'open' ? { ...before, choices, target, reading: { rows: null }, fault: null } : before,
      );
      client.samples.import.report({ session: opened, choices, target, ticket }, { signal: abort.signal }).then(
        (answer) => settle({ answer, fault: null }),
        (error) => settle({ fault: faultOf(error) }),
      );
    },
    [client, begin],
  );

  const read = useCallback(
    (file: File, target: ImportTarget) => {
      closeSession();
      const { ticket, abort } = begin();
      setState({ phase: 'reading', file, rows: null });
      client.samples.import.open({ file, target, ticket }, { signal: abort.signal }).then(
        ({ session: opened, ...answer }) => {
          if (abort.signal.aborted) return void client.samples.import.close({ session: opened }).catch(() => undefined);
          session.current = opened;
          const rest = { choices: openChoices, target, reading: null, storing: false, fault: null };
          setState({ phase: 'open', file, session: opened, answer, ...rest });
          // Rows with questions of their own are no samples of the decision that happens to be open.
          if (target.kind === 'bound' && answer.report.own_questions > 1) report(openChoices, { kind: 'mixed' });
        },
        (error) => !abort.signal.aborted && setState({ phase: 'choosing', fault: faultOf(error) }),
      );
    },
    [client, begin, closeSession, report],
  );

  const choose = useCallback(
    (patch: Partial<ImportChoices>) => {
      if (state.phase === 'open') report(changeChoices(state.choices, patch), state.target);
    },
    [state, report],
  );
  const aim = useCallback(
    (target: ImportTarget) => {
      if (state.phase !== 'open' || sameTarget(target, state.target)) return;
      report(forgetLabels(state.choices), target);
    },
    [state, report],
  );
  const restart = useCallback(() => {
    closeSession();
    setState({ phase: 'choosing', fault: null });
  }, [closeSession]);
  const cancel = useCallback(() => {
    if (state.phase !== 'open') return restart();
    call.current?.abort.abort();
    const fault: FaultData = {
      code: 'CANCELLED',
      message: 'Reading the file anew was cancelled: the report below belongs to the choices before.',
      next: 'Change a choice to read it again.',
      fields: [],
    };
    setState({ ...state, reading: null, fault });
  }, [state, restart]);

  const commit = useCallback(
    async (name: string): Promise<SampleSetSummary | null> => {
      if (state.phase !== 'open') return null;
      const { choices, target } = state;
      const decision = target.kind === 'bound' ? target.decision : null;
      setState({ ...state, storing: true, fault: null });
      try {
        return await client.samples.import.commit({ session: state.session, choices, target, name, decision });
      } catch (error) {
        const fault = faultOf(error);
        setState((before) => (before.phase === 'open' ? { ...before, storing: false, fault } : before));
        return null;
      }
    },
    [client, state],
  );
  return { state, read, choose, aim, cancel, commit, restart };
}
