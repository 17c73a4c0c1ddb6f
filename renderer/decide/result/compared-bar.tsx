import { CloseButton, Loader } from '@mantine/core';
import classes from './compared-bar.module.css';
import type { OnceState } from './use-score-once.ts';

/** Names the version whose result stands beside the present one. */
export function ComparedBar({ label, state, onClose }: { label: string; state: OnceState; onClose: () => void }) {
  return (
    <div className={classes.bar}>
      <span className={classes.key} aria-hidden />
      <span className={classes.words}>
        Compared with <strong>{label}</strong>
        {state.status === 'failed' ? `: ${state.fault.message}` : ''}
      </span>
      {state.status === 'running' && <Loader size={13} aria-label="Scoring that version" />}
      <CloseButton size="sm" aria-label="Stop comparing" onClick={onClose} />
    </div>
  );
}
