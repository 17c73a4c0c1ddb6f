import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ALONE_MS, closeWhenAlone } from './close-when-alone.ts';
import { createImportSessions, MAX_SESSIONS, SESSION_MS } from './import-sessions.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  let count = 0;
  return createImportSessions(() => {
    count += 1;
    return `session ${count}`;
  });
}

const file = (text: string) => new File([text], `${text}.csv`);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

it('holds a file until it is closed', async () => {
  const sessions = setUp();
  const { session } = await sessions.open(file('a'));
  expect(sessions.get(session).name).toBe('a.csv');
  expect(textOf(sessions.get(session).bytes)).toBe('a');
  sessions.close(session);
  expect(() => sessions.get(session)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
});

it('lets the one go that was used least lately when there are too many', async () => {
  const sessions = setUp();
  const ids: string[] = [];
  for (let index = 0; index < MAX_SESSIONS; index += 1) ids.push((await sessions.open(file(`${index}`))).session);
  sessions.get(ids[0] ?? '');
  await sessions.open(file('one more'));
  expect(() => sessions.get(ids[1] ?? '')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  expect(sessions.get(ids[0] ?? '').name).toBe('0.csv');
});

it('lets a file go that nobody asked about for an hour', async () => {
  const sessions = setUp();
  const { session } = await sessions.open(file('a'));
  vi.advanceTimersByTime(SESSION_MS - 1);
  sessions.get(session);
  vi.advanceTimersByTime(SESSION_MS - 1);
  expect(sessions.get(session).name).toBe('a.csv');
  vi.advanceTimersByTime(SESSION_MS);
  expect(() => sessions.get(session)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
});

it('lets all go when no interface is connected, but not while a page loads again', async () => {
  const sessions = setUp();
  let tell: (streams: number) => void = () => undefined;
  closeWhenAlone({ onCount: (listener) => (tell = listener) }, sessions);
  const { session } = await sessions.open(file('a'));
  tell(1);
  tell(0);
  vi.advanceTimersByTime(ALONE_MS - 1);
  tell(1);
  vi.advanceTimersByTime(ALONE_MS);
  expect(sessions.get(session).name).toBe('a.csv');
  tell(0);
  vi.advanceTimersByTime(ALONE_MS);
  expect(() => sessions.get(session)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
});
