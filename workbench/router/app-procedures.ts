import type { Implementer } from './implementer.ts';
import type { Services } from './services.ts';

export function appProcedures(os: Implementer['app'], services: Services) {
  const { host, workspace, engine, jobs, settings, sharing, events } = services;
  return {
    info: os.info.handler(() => ({
      version: host.version,
      host: host.kind,
      platform: process.platform,
      workspace: workspace.folder,
      can_pick_files: host.pickModelFiles !== null,
      damaged: workspace.damaged.map((fault) => fault.toData()),
    })),
    events: os.events.handler(({ signal }) =>
      events.subscribe(
        {
          type: 'hello',
          engine: engine.state(),
          jobs: jobs.list(),
          settings: settings.get(),
          sharing: sharing.state(),
        },
        signal,
      ),
    ),
  };
}
