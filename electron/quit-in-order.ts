import type { App } from 'electron';

/** Closing waits for the engine, and no running evaluation of a chunk of tokens can be aborted; after this it is hung. */
export const quitDeadlineMs = 15_000;

export interface QuitOptions {
  app: Pick<App, 'on' | 'quit' | 'exit'>;
  /** Ends what the pages still do, and then the workbench. */
  close: () => Promise<void>;
  /** Told why closing failed. */
  onFault: (error: unknown) => void;
}

/**
 * Holds every quit back until everything is closed, then lets it through. When closing takes longer than the deadline or
 * fails, the app ends all the same, with exit code 1: the workspace holds every change that was acknowledged.
 * @returns ends the app in the same order, whatever asks for it
 */
export function quitInOrder({ app, close, onFault }: QuitOptions): () => void {
  let state: 'open' | 'closing' | 'closed' = 'open';
  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    const deadline = setTimeout(() => {
      onFault(new Error(`Closing took longer than ${quitDeadlineMs} ms.`));
      app.exit(1);
    }, quitDeadlineMs);
    close().then(
      () => {
        clearTimeout(deadline);
        state = 'closed';
        app.quit();
      },
      (error: unknown) => {
        clearTimeout(deadline);
        onFault(error);
        app.exit(1);
      },
    );
  });
  return () => app.quit();
}
