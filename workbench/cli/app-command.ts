import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { Fault } from '../../adapter/fault.ts';
import manifest from '../../package.json' with { type: 'json' };
import { type BrowserServer, serveWorkbench } from '../browser/serve-workbench.ts';
import { faultOfError } from '../contract/fault-of-error.ts';
import type { Workbench } from '../host.ts';
import { openWorkbench } from '../open-workbench.ts';
import { modelsFolder, workspaceFolder } from './default-folders.ts';
import { forkTrial } from './open-engine.ts';
import { describeFault } from './report-fault.ts';
import { scoreExample } from './score-example.ts';
import { signIn } from './sign-in.ts';
import type { Terminal } from './terminal.ts';

/** Loading and scoring take seconds on a slow machine; a check that takes this long hangs. */
const checkTimeoutMs = 5 * 60_000;

export interface AppOptions {
  workspace?: string;
  port: number;
  check?: true;
}

/**
 * `app`: opens the workbench in browser mode until the terminal's signal, prints its address and, after its first score,
 * the example's bars. With `check` it ends there, in a workspace that is thrown away.
 * @throws Fault WORKSPACE_LOCKED, IO_FAILED, NOT_FOUND (not built); with `check` also NO_MODEL and what loading and
 * scoring throw
 */
export async function appCommand(terminal: Terminal, options: AppOptions): Promise<void> {
  const temporary = options.check ? await mkdtemp(join(tmpdir(), 'decision-workbench-')) : null;
  const chosen = options.workspace === undefined ? null : resolve(terminal.folder, options.workspace);
  let workbench: Workbench | undefined;
  let server: BrowserServer | undefined;
  try {
    workbench = await openWorkbench({
      kind: 'browser',
      version: manifest.version,
      workspaceFolder: temporary ?? chosen ?? workspaceFolder(terminal),
      modelsFolder: modelsFolder(terminal),
      // A check is about this app alone.
      ...(options.check ? {} : { surroundings: terminal }),
      pickModelFiles: null,
      tryModel: forkTrial(terminal),
      fitWorker: join(terminal.builtFolder, 'node', 'fit-worker.js'),
      builtFolder: terminal.builtFolder,
    });
    server = await serveWorkbench({
      workbench,
      rendererFolder: join(terminal.builtFolder, 'renderer'),
      port: options.port,
    });
    printAddress(terminal, server);
    if (options.check) await check(terminal, server);
    else await stayOpen(terminal, server, workbench);
  } finally {
    await server?.close();
    await workbench?.close();
    if (temporary !== null) await rm(temporary, { recursive: true, force: true });
  }
}

function printAddress(terminal: Terminal, server: BrowserServer): void {
  terminal.out(`Decision Workbench is open at\n  ${server.newAddress()}\n`);
}

/** Everything that a person would need for a first score, over HTTP as a browser does it. */
async function check(terminal: Terminal, server: BrowserServer): Promise<void> {
  const signal = AbortSignal.any([terminal.signal, AbortSignal.timeout(checkTimeoutMs)]);
  try {
    const client = await signIn(server.newAddress(), signal);
    terminal.out(`\n${await scoreExample(client, { isModelExpected: true, signal })}`);
  } catch (error) {
    if (terminal.signal.aborted) throw new Fault('CANCELLED', 'The check was cancelled.', 'Start it again.');
    if (!signal.aborted) throw faultOfError(error);
    const seconds = checkTimeoutMs / 1000;
    throw new Fault(
      'ENGINE_FAILED',
      `The example was not scored within ${seconds} s.`,
      'Close other programs and try again.',
    );
  }
}

async function stayOpen(terminal: Terminal, server: BrowserServer, workbench: Workbench): Promise<void> {
  const { signal } = terminal;
  terminal.out('This address lets one browser in, once. Press Enter for another one, Ctrl-C to end.\n');
  const stopListening = terminal.onLine(() => printAddress(terminal, server));
  const client = createRouterClient(workbench.router, { context: {} });
  const example = scoreExample(client, { isModelExpected: false, signal })
    .then((bars) => terminal.out(`\n${bars}`))
    .catch((error: unknown) => {
      if (!signal.aborted) terminal.err(describeFault(faultOfError(error).toData()));
    });
  await new Promise<void>((end) => {
    if (signal.aborted) end();
    signal.addEventListener('abort', () => end(), { once: true });
  });
  stopListening();
  await example;
}
