import type { ConfigurationStore } from '../configurations/configuration-store.ts';
import type { EngineOwner } from '../engine/owner.ts';
import type { Host } from '../host.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { ModelJobs } from '../jobs/model-jobs.ts';
import type { WorkbenchLog } from '../log.ts';
import type { ModelLibrary } from '../models/library.ts';
import type { DecisionStore } from '../store/decision-store.ts';
import type { SettingsStore } from '../store/settings-store.ts';
import type { Workspace } from '../store/workspace.ts';
import type { EventHub } from './event-hub.ts';

/** Everything that the procedures stand on. */
export interface Services {
  host: Host;
  workspace: Workspace;
  settings: SettingsStore;
  decisions: DecisionStore;
  configurations: ConfigurationStore;
  engine: EngineOwner;
  library: ModelLibrary;
  jobs: JobRunner;
  modelJobs: ModelJobs;
  events: EventHub;
  log: WorkbenchLog;
}
