import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createRouterClient, type RouterClient } from '@orpc/server';
import { Fault } from '../../adapter/fault.ts';
import manifest from '../../package.json' with { type: 'json' };
import { faultOfError } from '../contract/fault-of-error.ts';
import type { Workbench } from '../host.ts';
import { openWorkbench } from '../open-workbench.ts';
import { modelsFolder, workspaceFolder } from './default-folders.ts';
import { forkTrial } from './open-engine.ts';
import type { Terminal } from './terminal.ts';

/** The procedures of the workbench, in this process. */
export type WorkbenchClient = RouterClient<Workbench['router']>;

/**
 * Opens the workbench for one command, and closes it when the work is done, failed or cancelled. No model is loaded
 * until the work asks for one.
 * @param workspace its folder; null for one that is thrown away; absent for the default one
 * @throws Fault WORKSPACE_LOCKED, IO_FAILED, and what the work throws
 */
export async function withWorkbench<T>(
  terminal: Terminal,
  workspace: string | null | undefined,
  work: (client: WorkbenchClient) => Promise<T>,
): Promise<T> {
  const temporary = workspace === null ? await mkdtemp(join(tmpdir(), 'decision-workbench-')) : null;
  const chosen = typeof workspace === 'string' ? resolve(terminal.folder, workspace) : null;
  let workbench: Workbench | undefined;
  try {
    workbench = await openWorkbench(
      {
        kind: 'browser',
        version: manifest.version,
        workspaceFolder: temporary ?? chosen ?? workspaceFolder(terminal),
        modelsFolder: modelsFolder(terminal),
        pickModelFiles: null,
        tryModel: forkTrial(terminal),
        builtFolder: terminal.builtFolder,
      },
      { loadsModel: false, environment: terminal.env },
    );
    return await work(createRouterClient(workbench.router, { context: {} }));
  } catch (error) {
    if (terminal.signal.aborted) {
      throw new Fault('CANCELLED', 'It was cancelled. What was scored until then is kept.', 'Start it again.');
    }
    throw faultOfError(error);
  } finally {
    await workbench?.close();
    if (temporary !== null) await rm(temporary, { recursive: true, force: true });
  }
}
