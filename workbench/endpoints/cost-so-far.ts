const HOUR_MS = 3_600_000;

/**
 * What an endpoint has cost: its price × the time since it was made. Above the truth where it came into service later,
 * and where instances were fewer or cheaper for a while; below it where they were more or dearer.
 * @param usdPerHour of all its instances; null for unknown
 */
export function costSoFar(usdPerHour: number | null, createdAt: string | null, now: Date): number | null {
  if (usdPerHour === null || createdAt === null) return null;
  return (usdPerHour * Math.max(0, now.getTime() - Date.parse(createdAt))) / HOUR_MS;
}

/** After a day without a call somebody should be reminded. */
const IDLE_MS = 24 * HOUR_MS;

/** Whether it runs and had no call for a day; one that is younger has not had its chance. */
export function isIdle(status: string, createdAt: string | null, lastCalledAt: string | null, now: Date): boolean {
  if (status !== 'InService') return false;
  const since = Math.max(...[createdAt, lastCalledAt].map((at) => (at === null ? 0 : Date.parse(at))));
  return since > 0 && now.getTime() - since >= IDLE_MS;
}

/** The time that an expiry tag says; null for `never`, and for what is no time. */
export function readExpiry(tag: string | undefined): string | null {
  if (tag === undefined || Number.isNaN(Date.parse(tag))) return null;
  return new Date(tag).toISOString();
}
