import { disposeLibraries } from '../adapter/engine/shared-library.ts';
import { composeWorkbench } from './compose-workbench.ts';
import { createEngineOwner } from './engine/engine-owner.ts';
import type { Host, Workbench } from './host.ts';
import { createLog } from './log.ts';
import { createModelLibrary } from './models/model-library.ts';
import { diskFileSystem } from './store/file-system.ts';
import { machineOrigin } from './uuid-v7.ts';

/**
 * Opens the application for a host: workspace, engine and models on this machine. The model of last time begins to
 * load, unless `loadsModel` is false; nothing waits for it.
 * @throws Fault WORKSPACE_LOCKED, FILE_DAMAGED (a later version's workspace), IO_FAILED
 */
export async function openWorkbench(
  host: Host,
  options: { loadsModel?: boolean; environment?: Readonly<Record<string, string | undefined>> } = {},
): Promise<Workbench> {
  const workbench = await composeWorkbench(host, {
    createEngineOwner,
    createModelLibrary,
    fs: diskFileSystem,
    origin: machineOrigin,
    log: createLog(),
    environment: process.env,
    ...options,
  });
  return {
    ...workbench,
    // GPU builds of the engine crash at exit when it is still there.
    close: () => workbench.close().finally(disposeLibraries),
  };
}
