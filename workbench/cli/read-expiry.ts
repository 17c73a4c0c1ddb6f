const SECONDS = { h: 3600, d: 86_400, w: 604_800 } as const;

/**
 * A time of expiry: `8h`, `3d` or `2w` from now, a date (its first second, UTC), or a time in ISO 8601.
 * @returns ISO 8601 in UTC, `never`, or null for what is none of these
 */
export function readExpiry(text: string, now: Date): string | 'never' | null {
  if (text === 'never') return 'never';
  const [, count, unit] = /^(\d{1,4})([hdw])$/.exec(text) ?? [];
  if (count !== undefined && (unit === 'h' || unit === 'd' || unit === 'w')) {
    return seconds(new Date(now.getTime() + Number(count) * SECONDS[unit] * 1000));
  }
  if (!/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(text)) return null;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? null : seconds(time);
}

/** Without fractions: they say nothing of an expiry. */
function seconds(time: Date): string {
  return time.toISOString().replace(/\.\d{3}Z$/, 'Z');
}
