import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import type { Autosave } from './autosave.ts';
import classes from './save-state-text.module.css';

/** Whether what is on screen is on disk. */
export function SaveStateText({ autosave }: { autosave: Autosave }) {
  const state = useSyncExternalStore(autosave.subscribe, autosave.state);
  switch (state.status) {
    case 'saved':
      return (
        <span className={classes.state}>
          <IconCheck size={14} aria-hidden /> Saved
        </span>
      );
    case 'unsaved':
    case 'saving':
      return <span className={classes.state}>Saving…</span>;
    case 'conflict':
      return (
        <span className={classes.state} data-bad>
          <IconAlertTriangle size={14} aria-hidden /> Changed elsewhere
        </span>
      );
    case 'failed':
      return (
        <UnstyledButton
          className={classes.state}
          data-bad
          title={`${state.fault.message} ${state.fault.next}`}
          onClick={() => void autosave.flush()}
        >
          <IconAlertTriangle size={14} aria-hidden /> Not saved. Try again
        </UnstyledButton>
      );
  }
}
