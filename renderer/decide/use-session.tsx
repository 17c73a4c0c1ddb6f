import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useReducer,
  useState,
} from 'react';
import type { FieldFault } from '../../adapter/fault.ts';
import type { DecisionDocument, DecisionDraft } from '../../workbench/contract/decision-document.ts';
import { draftToDecisions } from '../../workbench/decisions/draft-to-decisions.ts';
import { useWorkbench } from '../app/connection/use-workbench.tsx';
import { type Autosave, createAutosave } from './document/autosave.ts';
import { withDistinctHues } from './draft/apply-change.ts';
import type { DraftChange } from './draft/draft-change.ts';
import { type DraftState, draftReducer, openDraft } from './draft/draft-reducer.ts';
import { type LiveScore, useLiveScore } from './result/use-live-score.ts';

/** Another state of this decision that is scored beside the present one. */
export interface Compared {
  label: string;
  draft: DecisionDraft;
}

/** One decision while it is open. */
export interface Session {
  document: DecisionDocument;
  state: DraftState;
  change: (change: DraftChange) => void;
  undo: () => void;
  redo: () => void;
  select: (question: number) => void;
  autosave: Autosave;
  score: LiveScore;
  /**
   * What is wrong with the field at this path of the draft, in words. A field that is still empty is only named once
   * a person was in it.
   */
  faultAt: (path: string, value?: string) => string | undefined;
  /** A person left the field at this path. */
  touch: (path: string) => void;
  faults: readonly FieldFault[];
  compared: Compared | null;
  compare: (compared: Compared | null) => void;
}

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ document, children }: { document: DecisionDocument; children: ReactNode }) {
  const { client } = useWorkbench();
  const [opened] = useState(() => ({ ...document, draft: withDistinctHues(document.draft) }));
  const [autosave] = useState(() => createAutosave(client.decisions, opened));
  const [state, dispatch] = useReducer(draftReducer, opened, openDraft);
  const [compared, compare] = useState<Compared | null>(null);
  const { present } = state;

  const change = useCallback((change: DraftChange) => dispatch({ type: 'change', change, at: Date.now() }), []);
  const undo = useCallback(() => dispatch({ type: 'undo' }), []);
  const redo = useCallback(() => dispatch({ type: 'redo' }), []);
  const select = useCallback((question: number) => dispatch({ type: 'select', question }), []);

  useEffect(() => autosave.change(present), [autosave, present]);

  // A long evidence is checked after the letter is on screen and not before.
  const settled = useDeferredValue(present.draft);
  const checked = useMemo(() => draftToDecisions(settled).faults, [settled]);
  const score = useLiveScore(present.draft, checked);

  const faults = useMemo(
    () => (checked.length > 0 ? checked : score.phase === 'failed' ? (score.fault?.fields ?? []) : []),
    [checked, score.phase, score.fault],
  );
  const byPath = useMemo(() => new Map(faults.map((fault) => [fault.path, sayFault(fault)])), [faults]);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const touch = useCallback(
    (path: string) => setTouched((before) => (before.has(path) ? before : new Set(before).add(path))),
    [],
  );
  const faultAt = useCallback(
    (path: string, value?: string) => (value === '' && !touched.has(path) ? undefined : byPath.get(path)),
    [byPath, touched],
  );

  const session = useMemo<Session>(
    () => ({
      document: opened,
      state,
      change,
      undo,
      redo,
      select,
      autosave,
      score,
      faultAt,
      touch,
      faults,
      compared,
      compare,
    }),
    [opened, state, change, undo, redo, select, autosave, score, faultAt, touch, faults, compared],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

function sayFault(fault: FieldFault): string {
  return fault.limit === undefined ? fault.message : `${fault.message} (${fault.limit})`;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider around it.');
  return session;
}
