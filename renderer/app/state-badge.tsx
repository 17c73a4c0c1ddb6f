import type { ReactNode } from 'react';
import classes from './state-badge.module.css';

interface Props {
  /** `live`: it runs. `bad`: it needs somebody. `odd`: to be looked at. */
  tone: 'plain' | 'live' | 'bad' | 'odd';
  children: ReactNode;
}

/** A state in a word or two; the word says it, the colour only repeats it. */
export function StateBadge({ tone, children }: Props) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
