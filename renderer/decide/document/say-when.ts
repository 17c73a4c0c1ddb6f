const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** When something was, short: `now`, `5 min ago`, `14:02`, `3 Sep`, `3 Sep 2024`. */
export function sayWhen(iso: string, now: Date = new Date()): string {
  const then = new Date(iso);
  const age = now.getTime() - then.getTime();
  if (age < MINUTE) return 'now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < DAY && then.getDate() === now.getDate()) {
    return then.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  }
  const year = then.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' as const };
  return then.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...year });
}
