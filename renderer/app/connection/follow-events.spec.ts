import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WorkbenchEvent } from '../../../workbench/contract/events.ts';
import { type ConnectionState, followEvents } from './follow-events.ts';

const hello: WorkbenchEvent = {
  type: 'hello',
  engine: { status: 'empty' },
  jobs: [],
  settings: {
    format: 1,
    engine: { gpuLayers: 'auto', threads: null, contextTokens: 4096, mode: 'reproducible' },
    max_prompt_tokens: 4096,
    color_scheme: 'system',
    contrast: 'standard',
    last_model: null,
    last_decision: null,
    model_places: [],
  },
  sharing: { status: 'off' },
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Each stream gives its events and then ends, or cannot be opened; after the last one, a stream that stays open. */
function streams(given: (WorkbenchEvent[] | Error)[]) {
  let opened = 0;
  return {
    opened: () => opened,
    open: async (signal: AbortSignal): Promise<AsyncIterable<WorkbenchEvent>> => {
      const stream = given[opened];
      opened += 1;
      if (stream instanceof Error) throw stream;
      return (async function* () {
        yield* stream ?? [];
        if (stream === undefined) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      })();
    },
  };
}

test('a stream that ends or cannot be opened is opened again, and both are told', async () => {
  const fake = streams([[hello], new TypeError('Failed to fetch'), [hello]]);
  const states: ConnectionState[] = [];
  const heard: WorkbenchEvent[] = [];
  const stop = new AbortController();
  const done = followEvents(
    fake.open,
    stop.signal,
    (event) => heard.push(event),
    (state) => states.push(state),
  );
  await vi.advanceTimersByTimeAsync(10_000);
  expect(states.map(({ status }) => status)).toEqual(['connected', 'lost', 'lost', 'connected', 'lost']);
  expect(states[2]).toMatchObject({ fault: { message: expect.stringContaining('does not answer') } });
  expect(heard).toHaveLength(2);
  stop.abort();
  await done;
  expect(fake.opened()).toBe(4);
});
