import { useEffect, useState } from 'react';

/** Seconds are shown, so once a second is often enough. */
const TICK_MS = 1000;

/** The time in milliseconds, renewed while something runs. */
export function useNow(runs: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!runs) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [runs]);
  return now;
}
