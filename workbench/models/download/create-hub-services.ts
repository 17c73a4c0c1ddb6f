import { setTimeout } from 'node:timers/promises';
import type { Host } from '../../host.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { FileSystem } from '../../store/file-system.ts';
import type { ModelLibrary } from '../library.ts';
import type { Sleep } from './download-file.ts';
import { createDownloads, type DownloadService } from './download-service.ts';
import { createDownloadStore } from './download-store.ts';
import { openHubAccess } from './hub-access.ts';
import { createHubClient, type HubClient } from './hub-client.ts';

const sleep: Sleep = async (ms, signal) => {
  await setTimeout(ms, undefined, { signal });
};

/** What asks the hub, put together when it is asked for the first time: a wrong address hinders nothing else. */
export function createHubServices(parts: {
  host: Pick<Host, 'modelsFolder' | 'surroundings'>;
  fs: FileSystem;
  jobs: JobRunner;
  library: Pick<ModelLibrary, 'refresh'>;
  now: () => Date;
}): { hub: () => HubClient; downloads: () => DownloadService } {
  const { host, fs, jobs, library, now } = parts;
  let made: { hub: HubClient; downloads: DownloadService } | null = null;
  const make = () => {
    const { env = {}, homeFolder = '' } = host.surroundings ?? {};
    const access = openHubAccess(env, homeFolder);
    const client = createHubClient(access);
    const store = createDownloadStore(host.modelsFolder, fs);
    const onComplete = async (): Promise<void> => {
      await library.refresh();
    };
    const options = { modelsFolder: host.modelsFolder, store, client, jobs, now, onComplete };
    return { hub: client, downloads: createDownloads({ ...options, parts: { access, sleep } }) };
  };
  const services = () => {
    made ??= make();
    return made;
  };
  return { hub: () => services().hub, downloads: () => services().downloads };
}
