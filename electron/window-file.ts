import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { WindowPlacement } from './window-placement.ts';

/** What the file holds; null when there is none or it is damaged, which costs no more than the window's place. */
export function readWindowFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Writes where the window stands, whole or not at all: to a file beside it that then takes its name. At once, since it
 * happens while the window closes.
 */
export function writeWindowFile(path: string, placement: WindowPlacement): void {
  const beside = `${path}.new`;
  writeFileSync(beside, `${JSON.stringify(placement)}\n`);
  renameSync(beside, path);
}
