import { Fault } from '../../../adapter/fault.ts';
import { MAX_IMPORT_BYTES } from '../reading/import-limits.ts';
import { refuseFile } from '../reading/refuse-file.ts';
import type { ImportSource } from './open-source.ts';

/** Files that are being imported at once; each is held in memory. The one that was used least lately goes first. */
export const MAX_SESSIONS = 4;
/** A file that nobody asked about for so long is let go. */
export const SESSION_MS = 60 * 60 * 1000;

/** Files that were taken in and are not stored yet. */
export interface ImportSessions {
  /** @throws Fault INVALID_REQUEST for a file that is too large */
  open(file: File): Promise<{ session: string; source: ImportSource }>;
  /** @throws Fault NOT_FOUND when it was closed, or too old */
  get(session: string): ImportSource;
  close(session: string): void;
  /** Nobody is there any more who could go on with one. */
  closeAll(): void;
}

/** @param newId gives an id that nobody guesses */
export function createImportSessions(newId: () => string): ImportSessions {
  const sessions = new Map<string, { source: ImportSource; timer: NodeJS.Timeout }>();

  function close(session: string): void {
    clearTimeout(sessions.get(session)?.timer);
    sessions.delete(session);
  }

  function keep(session: string, source: ImportSource): void {
    close(session);
    const timer = setTimeout(() => close(session), SESSION_MS);
    timer.unref();
    sessions.set(session, { source, timer });
  }

  return {
    async open(file) {
      if (file.size > MAX_IMPORT_BYTES) {
        const why = `it has ${file.size} bytes, and at most ${MAX_IMPORT_BYTES} are read.`;
        throw refuseFile(file.name, why, 'Split the file.');
      }
      const source = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
      const [oldest] = sessions.keys();
      if (sessions.size >= MAX_SESSIONS && oldest !== undefined) close(oldest);
      const session = newId();
      keep(session, source);
      return { session, source };
    },
    get(session) {
      const known = sessions.get(session);
      if (known === undefined) {
        throw new Fault(
          'NOT_FOUND',
          'The file of this import is not held any more: it was closed, or nobody went on with it for an hour.',
          'Open the file again.',
        );
      }
      keep(session, known.source);
      return known.source;
    },
    close,
    closeAll() {
      for (const session of [...sessions.keys()]) close(session);
    },
  };
}
