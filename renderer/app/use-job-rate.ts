import { useEffect, useRef, useState } from 'react';
import type { Job } from '../../workbench/contract/jobs.ts';
import { type ByteMark, sayRate, withMark } from './job-rate.ts';

/** How fast the bytes of a job come, in words; empty for other work, and while it waits. */
export function useJobRate({ state, progress }: Job): string {
  const marks = useRef<ByteMark[]>([]);
  const [now, setNow] = useState(() => Date.now());
  const counts = state === 'running' && progress?.unit === 'bytes';
  const done = counts ? progress.done : null;
  useEffect(() => {
    if (done === null) {
      marks.current = [];
      return;
    }
    marks.current = withMark(marks.current, { at: Date.now(), done });
    setNow(Date.now());
  }, [done]);
  useEffect(() => {
    if (!counts) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [counts]);
  return counts ? sayRate(marks.current, progress.total, now) : '';
}
