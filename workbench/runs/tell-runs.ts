import type { RunSummary } from '../contract/runs.ts';

export type RunEvent = { what: 'run'; run: RunSummary } | { what: 'removed'; id: string };

/** Rows are told at most this often: a screen shows no more. */
const ROWS_INTERVAL_MS = 250;

/** Tells what happens to runs: a new state at once, new rows some times a second. */
export interface RunTelling {
  state(id: string): void;
  rows(id: string): void;
  removed(id: string): void;
  subscribe(listener: (event: RunEvent) => void): () => void;
  close(): void;
}

export function tellRuns(
  summarise: (id: string) => Promise<RunSummary>,
  onFault: (error: unknown) => void,
): RunTelling {
  const listeners = new Set<(event: RunEvent) => void>();
  const waiting = new Map<string, NodeJS.Timeout>();
  const gone = new Set<string>();

  function publish(event: RunEvent): void {
    for (const listener of listeners) listener(event);
  }

  function tell(id: string): void {
    clearTimeout(waiting.get(id));
    waiting.delete(id);
    if (listeners.size === 0) return;
    summarise(id).then(
      (run) => {
        if (!gone.has(id)) publish({ what: 'run', run });
      },
      (error) => {
        if (!gone.has(id)) onFault(error);
      },
    );
  }

  return {
    state: tell,
    rows(id) {
      if (!waiting.has(id))
        waiting.set(
          id,
          setTimeout(() => tell(id), ROWS_INTERVAL_MS),
        );
    },
    removed(id) {
      gone.add(id);
      publish({ what: 'removed', id });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
