/** Time and chance as the deployment uses them; passed in, so that tests wait for nothing. */
export interface Clock {
  now(): Date;
  /** Resolves after that many milliseconds, or at once when the signal aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** A number from 0 to 1, 1 excluded; spreads retries of several callers. */
  random(): number;
}

export const machineClock: Clock = {
  now: () => new Date(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal.addEventListener('abort', done, { once: true });
    }),
};
