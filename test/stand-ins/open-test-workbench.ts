import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { onTestFinished } from 'vitest';
import { composeWorkbench } from '../../workbench/compose-workbench.ts';
import type { WorkbenchEvent } from '../../workbench/contract/events.ts';
import type { Host } from '../../workbench/host.ts';
import { failingDisk } from './failing-disk.ts';
import { type FakeEngine, fakeEngine } from './fake-engine.ts';
import { type FakeLibrary, fakeLibrary } from './fake-library.ts';
import { manualOrigin } from './manual-origin.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A whole workbench on a disk that can fail, with a made-up engine and library, and a client beside its router. */
export async function openTestWorkbench(
  options: { folder?: string; host?: Partial<Host>; hasStarter?: boolean; environment?: Record<string, string> } = {},
) {
  const folder = options.folder ?? temporaryFolder();
  const disk = failingDisk();
  const origin = manualOrigin();
  const logged: { details: object; message: string }[] = [];
  const log = (details: object, message: string) => void logged.push({ details, message });
  const engine: FakeEngine = fakeEngine();
  let library: FakeLibrary | null = null;
  const host: Host = {
    kind: 'browser',
    version: '1.2.3',
    workspaceFolder: join(folder, 'workspace'),
    modelsFolder: join(folder, 'models'),
    pickModelFiles: null,
    tryModel: async () => ({ outcome: 'fine' }),
    ...options.host,
  };
  const workbench = await composeWorkbench(host, {
    createEngineOwner: () => engine,
    createModelLibrary: (parts) => {
      library = fakeLibrary(parts, options.hasStarter);
      return library;
    },
    fs: disk,
    origin,
    log: { info: log, error: log },
    environment: options.environment ?? {},
  });
  if (library === null) throw new Error('The workbench made no library');
  let closed: Promise<void> | null = null;
  const close = () => {
    closed ??= workbench.close();
    return closed;
  };
  onTestFinished(close);
  const client = createRouterClient(workbench.router, { context: {} });
  const made: FakeLibrary = library;
  return { workbench, client, engine, library: made, disk, origin, logged, close, folder };
}

/** Collects a stream's events as they come, until it ends or its connection does. */
export function collect(stream: AsyncIterable<WorkbenchEvent>): WorkbenchEvent[] {
  const events: WorkbenchEvent[] = [];
  const reading = (async () => {
    for await (const event of stream) events.push(event);
  })();
  reading.catch(() => undefined);
  return events;
}
