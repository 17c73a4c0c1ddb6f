import type { ConfigurationStore } from '../configurations/configuration-store.ts';
import type { Deployments } from '../deployment/deployments.ts';
import type { Endpoints } from '../endpoints/endpoints.ts';
import type { EngineOwner } from '../engine/owner.ts';
import type { Host } from '../host.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { ModelJobs } from '../jobs/model-jobs.ts';
import type { WorkbenchLog } from '../log.ts';
import type { DownloadService } from '../models/download/download-service.ts';
import type { HubClient } from '../models/download/hub-client.ts';
import type { FitService } from '../models/fit/fit-service.ts';
import type { ModelLibrary } from '../models/library.ts';
import type { RunService } from '../runs/run-service.ts';
import type { ImportSessions } from '../samples/importing/import-sessions.ts';
import type { SampleStore } from '../samples/store/sample-store.ts';
import type { SetViews } from '../samples/view/set-views.ts';
import type { Sharing } from '../sharing/sharing.ts';
import type { DecisionStore } from '../store/decision-store.ts';
import type { SettingsStore } from '../store/settings-store.ts';
import type { Workspace } from '../store/workspace.ts';
import type { ConfigurationServices } from './configuration-procedures.ts';
import type { EventHub } from './event-hub.ts';

/** Everything that the procedures stand on. */
export interface Services extends ConfigurationServices {
  host: Host;
  workspace: Workspace;
  settings: SettingsStore;
  decisions: DecisionStore;
  configurations: ConfigurationStore;
  engine: EngineOwner;
  library: ModelLibrary;
  jobs: JobRunner;
  modelJobs: ModelJobs;
  fitService: FitService;
  /** Each says when the hub's address is none, and not before it is used. */
  hub: () => HubClient;
  downloads: () => DownloadService;
  samples: SampleStore;
  setViews: SetViews;
  importSessions: ImportSessions;
  runs: RunService;
  deployments: Deployments;
  endpoints: Endpoints;
  sharing: Sharing;
  events: EventHub;
  log: WorkbenchLog;
}
