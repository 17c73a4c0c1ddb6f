import { describe, expect, it } from 'vitest';
import type { WorkbenchEvent } from '../contract/events.ts';
import { createEventHub, MAX_WAITING_EVENTS } from './event-hub.ts';

const first: WorkbenchEvent = { type: 'models', models: [] };
const action = (name: string): WorkbenchEvent => ({ type: 'action', action: name });
const show = (id: string): WorkbenchEvent => ({ type: 'show-decision', id });
const progress = (ticket: string, done: number): WorkbenchEvent => ({
  type: 'score-progress',
  ticket,
  decision: 0,
  tokens_done: done,
  tokens_total: 100,
});

/** What waits in a stream right now. */
async function drain(stream: AsyncIterator<WorkbenchEvent>, count: number): Promise<WorkbenchEvent[]> {
  const events: WorkbenchEvent[] = [];
  for (let index = 0; index < count; index += 1) {
    const next = await stream.next();
    if (next.done) break;
    events.push(next.value);
  }
  return events;
}

describe('a stream', () => {
  it('begins with its first event and tells the others in order, to every subscriber', async () => {
    const hub = createEventHub();
    const [a, b] = [hub.subscribe(first), hub.subscribe(first)];
    hub.publish(action('one'));
    hub.publish(action('two'));
    for (const stream of [a, b]) expect(await drain(stream, 3)).toEqual([first, action('one'), action('two')]);
  });

  it('waits for what comes later', async () => {
    const hub = createEventHub();
    const stream = hub.subscribe(first);
    await stream.next();
    const next = stream.next();
    setTimeout(() => hub.publish(action('late')), 5);
    expect(await next).toEqual({ done: false, value: action('late') });
  });

  it.each(['abort', 'return', 'close'] as const)('ends on %s, also while it waits', async (how) => {
    const hub = createEventHub();
    const abort = new AbortController();
    const stream = hub.subscribe(first, abort.signal);
    await stream.next();
    const waiting = stream.next();
    if (how === 'abort') abort.abort();
    else if (how === 'return') await stream.return();
    else hub.close();
    expect((await waiting).done).toBe(true);
    hub.publish(action('after'));
    expect((await stream.next()).done).toBe(true);
  });

  it('is over at once when its signal was aborted before', async () => {
    expect((await createEventHub().subscribe(first, AbortSignal.abort()).next()).done).toBe(true);
  });
});

describe('a slow subscriber', () => {
  it('gets the newest of each state and every event that counts', async () => {
    const hub = createEventHub();
    const stream = hub.subscribe(first);
    await stream.next();
    for (let done = 1; done <= 100; done += 1) {
      hub.publish(progress('a', done));
      if (done % 2 === 0) hub.publish(progress('b', done));
      hub.publish({ type: 'decisions', decisions: [] });
      if (done % 50 === 0) hub.publish(action(`at ${done}`));
    }
    expect(await drain(stream, 5)).toEqual([
      action('at 50'),
      progress('a', 100),
      progress('b', 100),
      { type: 'decisions', decisions: [] },
      action('at 100'),
    ]);
  });

  it('does not hold the others up, and is let go when too much waits', async () => {
    const hub = createEventHub();
    const [slow, quick] = [hub.subscribe(first), hub.subscribe(first)];
    await quick.next();
    for (let count = 0; count < MAX_WAITING_EVENTS + 1; count += 1) {
      hub.publish(action(`${count}`));
      expect((await quick.next()).value).toEqual(action(`${count}`));
    }
    expect((await slow.next()).done).toBe(true);
    hub.publish(action('more'));
    expect((await quick.next()).value).toEqual(action('more'));
  });
});

it('keeps what must be seen until somebody looks', async () => {
  const hub = createEventHub();
  hub.publish(show('one'));
  hub.publish(action('nobody pressed it'));
  const stream = hub.subscribe(first);
  hub.publish(action('now'));
  expect(await drain(stream, 3)).toEqual([first, show('one'), action('now')]);
  expect((await drain(hub.subscribe(first), 1)).map(({ type }) => type)).toEqual(['models']);
});
