import type { BrowserWindow } from 'electron';

/** A page that does not answer is taken away after this; it has had time to send what was not saved yet. */
export const closeWindowsDeadlineMs = 2_000;

/** Closes windows as a person would, so that their pages can save; resolves when all are gone. */
export async function closeWindows(windows: readonly BrowserWindow[]): Promise<void> {
  await Promise.all(
    windows.map(
      (window) =>
        new Promise<void>((resolve) => {
          const deadline = setTimeout(() => window.destroy(), closeWindowsDeadlineMs);
          window.once('closed', () => {
            clearTimeout(deadline);
            resolve();
          });
          window.close();
        }),
    ),
  );
}
