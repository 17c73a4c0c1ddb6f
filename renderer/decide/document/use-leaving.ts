import { useEffect } from 'react';
import type { FaultData } from '../../../adapter/fault.ts';
import type { Autosave } from './autosave.ts';
import type { Leave } from './use-open-document.ts';

const conflictFault: FaultData = {
  code: 'CONFLICT',
  message: 'This decision was changed elsewhere, and your changes are not saved yet.',
  next: 'Choose which of the two to keep, then go on.',
  fields: [],
};

/** Writes what is pending before the decision is left: for another one, for another window, for good. */
export function useLeaving(autosave: Autosave, leaving: { current: Leave | null }): void {
  useEffect(() => {
    const leave: Leave = async () => {
      await autosave.flush();
      const state = autosave.state();
      if (state.status === 'failed') return state.fault;
      return state.status === 'conflict' ? conflictFault : null;
    };
    leaving.current = leave;
    const flush = (): void => void autosave.flush();
    window.addEventListener('blur', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      if (leaving.current === leave) leaving.current = null;
      window.removeEventListener('blur', flush);
      document.removeEventListener('visibilitychange', flush);
    };
  }, [autosave, leaving]);

  useEffect(() => {
    // The desktop window would silently refuse to close.
    if (window.location.protocol === 'app:') return;
    const warn = (event: BeforeUnloadEvent): void => {
      if (autosave.state().status === 'saved') return;
      void autosave.flush();
      event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [autosave]);
}
