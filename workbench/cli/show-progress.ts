import { Presets, SingleBar } from 'cli-progress';
import type { Terminal } from './terminal.ts';

/** A bar on standard error for work from 0 to 1; nothing at all when no terminal watches. */
export interface ProgressLine {
  update(fraction: number): void;
  /** Takes the bar away. */
  end(): void;
}

export function showProgress(terminal: Pick<Terminal, 'errIsTerminal'>, title: string): ProgressLine {
  if (!terminal.errIsTerminal) return { update: () => undefined, end: () => undefined };
  const bar = new SingleBar(
    {
      format: `${title} {bar} {percentage} %`,
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: true,
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  bar.start(100, 0);
  return { update: (fraction) => bar.update(Math.round(fraction * 100)), end: () => bar.stop() };
}
