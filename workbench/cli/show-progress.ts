import { Presets, SingleBar } from 'cli-progress';
import type { Terminal } from './terminal.ts';

/** A bar on standard error for work from 0 to 1; nothing at all when no terminal watches. */
export interface ProgressLine {
  /** @param note stands behind the bar, as in `about 40 s left` */
  update(fraction: number, note?: string): void;
  /** Takes the bar away. */
  end(): void;
}

export function showProgress(terminal: Pick<Terminal, 'errIsTerminal'>, title: string): ProgressLine {
  if (!terminal.errIsTerminal) return { update: () => undefined, end: () => undefined };
  const bar = new SingleBar(
    {
      format: `${title} {bar} {percentage} % {note}`,
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: true,
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  bar.start(100, 0, { note: '' });
  return { update: (fraction, note = '') => bar.update(Math.round(fraction * 100), { note }), end: () => bar.stop() };
}
