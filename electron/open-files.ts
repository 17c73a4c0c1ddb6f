import type { Logger } from 'pino';
import { errorFacts } from '../adapter/error-facts.ts';
import type { Workbench } from '../workbench/host.ts';

export interface FileOpener {
  /** Opens files now, or as soon as there is a target. */
  open(paths: readonly string[]): void;
  /** From now on files go there, those that waited first; with null they wait. */
  target(workbench: Pick<Workbench, 'openFile'> | null): void;
}

/**
 * Opens files one after the other, while there is a page to show them: macOS names them while the app starts, or when no
 * window is open.
 */
export function createFileOpener(log: Logger, onFault: (error: unknown) => void): FileOpener {
  const waiting: string[] = [];
  let workbench: Pick<Workbench, 'openFile'> | null = null;
  let last: Promise<void> = Promise.resolve();
  const openOne = async (target: Pick<Workbench, 'openFile'>, path: string): Promise<void> => {
    try {
      await target.openFile(path);
    } catch (error) {
      log.error(errorFacts(error), 'a file could not be opened');
      onFault(error);
    }
  };
  const drain = (): void => {
    if (workbench === null) return;
    const target = workbench;
    for (const path of waiting.splice(0)) last = last.then(() => openOne(target, path));
  };
  return {
    open(paths) {
      waiting.push(...paths);
      drain();
    },
    target(given) {
      workbench = given;
      drain();
    },
  };
}
