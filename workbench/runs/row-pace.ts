/** Rows that a rate is judged by: enough to even out long and short samples, few enough to follow a change. */
const WINDOW = 60;
/** Fewer say nothing about the rest. */
const AT_LEAST = 3;

/** How fast rows come, judged from the last ones. */
export interface RowPace {
  /** A row took that many seconds; pauses and loading are no part of them. */
  took(seconds: number): void;
  /** Samples a second; null while too few are known. */
  rate(): number | null;
}

export function createRowPace(): RowPace {
  const last: number[] = [];
  return {
    took(seconds) {
      last.push(seconds);
      if (last.length > WINDOW) last.shift();
    },
    rate() {
      const sum = last.reduce((total, one) => total + one, 0);
      return last.length < AT_LEAST || sum <= 0 ? null : last.length / sum;
    },
  };
}
