/** Why a request may not be scored now. */
export type NotAdmitted = 'busy' | 'stopping' | 'given up';

export interface Admission {
  /**
   * Waits for the one place, behind at most `queue` others. Full: refused at once.
   * @param signal gives a waiting place up
   */
  enter(signal: AbortSignal): Promise<{ leave: () => void } | { refused: NotAdmitted }>;
  /** Refuses all that wait and all that come; what is inside stays. */
  close(): void;
  /** Resolves when nobody is inside. */
  idle(): Promise<void>;
  /** Requests inside, 0 or 1. */
  active(): number;
  waiting(): number;
}

/** The door to the one context: one request inside, a bounded number before it, in the order of arrival. */
export function createAdmission(queue: number): Admission {
  type Waiting = (outcome: { leave: () => void } | { refused: NotAdmitted }) => void;
  const line = new Set<Waiting>();
  const watchers = new Set<() => void>();
  let inside = false;
  let closed = false;

  /** A pass for one visit; leaving twice counts once. */
  function admit(): { leave: () => void } {
    inside = true;
    let left = false;
    return {
      leave() {
        if (left) return;
        left = true;
        inside = false;
        const [next] = line;
        if (next !== undefined) {
          line.delete(next);
          next(admit());
          return;
        }
        for (const watcher of watchers) watcher();
        watchers.clear();
      },
    };
  }

  return {
    async enter(signal) {
      if (closed) return { refused: 'stopping' };
      if (signal.aborted) return { refused: 'given up' };
      if (!inside) return admit();
      if (line.size >= queue) return { refused: 'busy' };
      return new Promise((resolve) => {
        const giveUp = () => {
          if (line.delete(waiting)) resolve({ refused: 'given up' });
        };
        const waiting: Waiting = (outcome) => {
          signal.removeEventListener('abort', giveUp);
          resolve(outcome);
        };
        line.add(waiting);
        signal.addEventListener('abort', giveUp, { once: true });
      });
    },
    close() {
      closed = true;
      for (const waiting of line) waiting({ refused: 'stopping' });
      line.clear();
    },
    idle: () => (inside ? new Promise((resolve) => watchers.add(() => resolve())) : Promise.resolve()),
    active: () => (inside ? 1 : 0),
    waiting: () => line.size,
  };
}
