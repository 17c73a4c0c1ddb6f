import { AsyncIteratorClass } from '@orpc/server';
import type { WorkbenchEvent } from '../contract/events.ts';

/**
 * Events that may wait for one subscriber. Those that only tell a newer state replace each other, so a reader comes
 * here only by not reading at all; its stream then ends, and it subscribes again.
 */
export const MAX_WAITING_EVENTS = 256;

export interface EventHub {
  publish(event: WorkbenchEvent): void;
  /** A stream that starts with `first` and ends when the signal aborts, the reader returns or the hub closes. */
  subscribe(first: WorkbenchEvent, signal?: AbortSignal): AsyncIteratorClass<WorkbenchEvent, void, void>;
  /** Told how many streams there are, after each change. */
  onCount(listener: (streams: number) => void): void;
  /** Ends all streams. */
  close(): void;
}

interface Subscriber {
  waiting: Map<string, WorkbenchEvent>;
  ended: boolean;
  wake: () => void;
}

export function createEventHub(): EventHub {
  const subscribers = new Set<Subscriber>();
  /** What a person must see and nobody was there to show: a file that was opened while the window starts. */
  const unseen: WorkbenchEvent[] = [];
  const counters = new Set<(streams: number) => void>();
  let count = 0;
  let closed = false;

  function put(subscriber: Subscriber, event: WorkbenchEvent): void {
    count += 1;
    const key = stateKey(event) ?? `${count}`;
    // Put at the end anew: an older state that waits is never read.
    subscriber.waiting.delete(key);
    subscriber.waiting.set(key, event);
    if (subscriber.waiting.size > MAX_WAITING_EVENTS) end(subscriber);
    subscriber.wake();
  }

  function end(subscriber: Subscriber): void {
    subscriber.ended = true;
    subscriber.waiting.clear();
    if (subscribers.delete(subscriber)) tellCount();
    subscriber.wake();
  }

  function tellCount(): void {
    for (const counter of counters) counter(subscribers.size);
  }

  return {
    publish(event) {
      if (subscribers.size === 0 && (event.type === 'show-decision' || event.type === 'fault')) unseen.push(event);
      for (const subscriber of subscribers) put(subscriber, event);
    },
    subscribe(first, signal) {
      const subscriber: Subscriber = { waiting: new Map(), ended: closed || signal?.aborted === true, wake: () => {} };
      const onAbort = () => end(subscriber);
      if (!subscriber.ended) {
        subscribers.add(subscriber);
        tellCount();
        signal?.addEventListener('abort', onAbort, { once: true });
        for (const event of [first, ...unseen.splice(0)]) put(subscriber, event);
      }
      return new AsyncIteratorClass<WorkbenchEvent, void, void>(
        async () => {
          while (subscriber.waiting.size === 0 && !subscriber.ended) {
            await new Promise<void>((resolve) => {
              subscriber.wake = resolve;
            });
          }
          const next = subscriber.waiting.entries().next();
          if (next.done) return { done: true, value: undefined };
          const [key, event] = next.value;
          subscriber.waiting.delete(key);
          return { done: false, value: event };
        },
        async () => {
          signal?.removeEventListener('abort', onAbort);
          end(subscriber);
        },
      );
    },
    onCount(listener) {
      counters.add(listener);
    },
    close() {
      closed = true;
      for (const subscriber of subscribers) end(subscriber);
    },
  };
}

/** Events with the same key tell the same thing, and only the newest counts; null for those that all count. */
function stateKey(event: WorkbenchEvent): string | null {
  switch (event.type) {
    case 'engine':
    case 'settings':
    case 'sharing':
    case 'models':
    case 'decisions':
    case 'sample-sets':
    case 'configurations':
      return event.type;
    case 'job':
      return `job ${event.job.id}`;
    case 'run':
      return `run ${event.run.run.id}`;
    case 'deployment':
      return `deployment ${event.deployment.id}`;
    case 'import-progress':
      return `import ${event.ticket}`;
    case 'score-progress':
      return `score ${event.ticket}`;
    default:
      return null;
  }
}
