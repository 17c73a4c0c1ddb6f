import { formatBytes } from './format-bytes.ts';

/** Bytes that were there at a time. */
export interface ByteMark {
  /** Milliseconds. */
  at: number;
  done: number;
}

/** The rate is that of so long: shorter ones jump, longer ones lag. */
const WINDOW_MS = 10_000;
/** Nothing for so long is said instead of a rate that no longer holds. */
const SILENCE_MS = 5_000;

/** The marks that a rate is still taken from, with a new one. */
export function withMark(marks: readonly ByteMark[], mark: ByteMark): ByteMark[] {
  const last = marks.at(-1);
  // Fewer bytes than before: it began anew.
  if (last !== undefined && mark.done < last.done) return [mark];
  if (last?.done === mark.done) return [...marks];
  const kept = marks.filter(({ at }) => mark.at - at <= WINDOW_MS);
  return [...(kept.length === 0 && last !== undefined ? [last] : kept), mark];
}

/** `12.3 MB/s, about 3 min left`, or for how long nothing came; empty while nothing can be said. */
export function sayRate(marks: readonly ByteMark[], total: number, now: number): string {
  const first = marks[0];
  const last = marks.at(-1);
  if (first === undefined || last === undefined) return '';
  const silent = now - last.at;
  if (silent >= SILENCE_MS) return `nothing came for ${Math.round(silent / 1000)} s`;
  if (last.at - first.at < 500) return '';
  const perSecond = ((last.done - first.done) / (last.at - first.at)) * 1000;
  return `${formatBytes(Math.round(perSecond))}/s, about ${sayTime((total - last.done) / perSecond)} left`;
}

function sayTime(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}
