import type { ImportSessions } from './import-sessions.ts';

/** A page that is loaded again, or a connection that breaks for a moment, comes back within this. */
export const ALONE_MS = 60_000;

/** Closes the import sessions when no interface is connected any more. */
export function closeWhenAlone(
  streams: { onCount(listener: (streams: number) => void): void },
  sessions: ImportSessions,
): void {
  let timer: NodeJS.Timeout | undefined;
  streams.onCount((count) => {
    clearTimeout(timer);
    if (count > 0) return;
    timer = setTimeout(() => sessions.closeAll(), ALONE_MS);
    timer.unref();
  });
}
