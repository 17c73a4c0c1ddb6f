import { disposeLibraries } from '../engine/shared-library.ts';
import { errorFacts } from '../error-facts.ts';
import { asFault } from '../fault.ts';
import { loadContainerModel } from './load-container-model.ts';
import { type Environment, readEnvironment } from './read-environment.ts';
import { createServerLog } from './server-log.ts';
import { startServer } from './start-server.ts';

/** Whatever stops the start; the reason is in the log's last line. */
const FAILED = 1;

/**
 * The container's whole life: reads the environment, serves until SIGTERM or SIGINT, and gives the exit code.
 * @param write takes a line of the log
 */
export async function runContainer(env: Environment, write: (line: string) => void): Promise<number> {
  const log = createServerLog(write);
  const stop = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => stop.abort());
  const { signal } = stop;
  try {
    const container = readEnvironment(env);
    const server = await startServer({
      settings: container.server,
      log,
      load: (loading) => loadContainerModel(container, log, loading),
      signal,
    });
    await new Promise<void>((end) => {
      if (signal.aborted) end();
      signal.addEventListener('abort', () => end(), { once: true });
    });
    log.info('stopping');
    await server.stop();
    await disposeLibraries();
    log.info('stopped');
    return 0;
  } catch (error) {
    const fault = asFault(error);
    if (fault.code === 'CANCELLED' && signal.aborted) {
      log.info('stopped before the model was loaded');
      return 0;
    }
    const { code, message, next } = fault;
    // the stack only of what should not have happened: the reason must be one clear line
    log.fatal({ code, error: message, next, ...(code === 'UNEXPECTED' ? errorFacts(error) : {}) }, 'start failed');
    return FAILED;
  }
}
