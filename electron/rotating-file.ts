import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** A day's work of the app logs a few kilobytes; this is months, and quick to send with a report. */
export const maxLogBytes = 1024 * 1024;

/**
 * A file for lines of text that starts anew when it is full; the one before is kept beside it as `<path>.1`. Lines are
 * written at once, so that the last one before a crash is there.
 */
export function openRotatingFile(path: string, maxBytes = maxLogBytes): { write(line: string): void } {
  mkdirSync(dirname(path), { recursive: true });
  let file = openSync(path, 'a');
  let size = fstatSync(file).size;
  return {
    write(line) {
      const bytes = Buffer.from(line, 'utf8');
      if (size > 0 && size + bytes.length > maxBytes) {
        closeSync(file);
        renameSync(path, `${path}.1`);
        file = openSync(path, 'a');
        size = 0;
      }
      writeSync(file, bytes);
      size += bytes.length;
    },
  };
}
