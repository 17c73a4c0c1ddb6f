import type { ConfigurationStore } from './configurations/configuration-store.ts';
import type { Aws } from './deployment/aws/open-aws.ts';
import type { Deployments } from './deployment/deployments.ts';
import { createMaterial } from './deployment/material.ts';
import type { Planner } from './deployment/planning/planner.ts';
import { createDeployments } from './deployment/service.ts';
import type { CheckEndpoint } from './endpoints/check-endpoint.ts';
import type { Endpoints } from './endpoints/endpoints.ts';
import { openLastCalls } from './endpoints/last-calls.ts';
import { createWithLocalModel } from './endpoints/local-model.ts';
import type { EngineOwner } from './engine/owner.ts';
import type { JobRunner } from './jobs/job-runner.ts';
import type { FileIndex } from './models/file-index.ts';
import type { SampleStore } from './samples/store/sample-store.ts';
import type { SettingsStore } from './store/settings-store.ts';
import type { Workspace } from './store/workspace.ts';
import type { Origin } from './uuid-v7.ts';

export interface CloudParts {
  workspace: Workspace;
  origin: Origin;
  environment: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the built parts; null where there are none. */
  builtFolder: string | null;
  configurations: ConfigurationStore;
  samples: SampleStore;
  fileIndex: FileIndex;
  jobs: JobRunner;
  engine: EngineOwner;
  settings: SettingsStore;
  /** Loads the file that a person had loaded before a check. */
  loadAgain: (path: string) => void;
  onFault: (error: unknown) => void;
}

/** Deployments and endpoints. The clients of AWS are read when something first asks for them: they are large. */
export async function composeCloud(parts: CloudParts): Promise<{ deployments: Deployments; endpoints: Endpoints }> {
  const { workspace, origin, environment, configurations, samples, fileIndex, onFault } = parts;
  const openAws = async (place: { region: string; profile: string | null }): Promise<Aws> =>
    (await import('./deployment/aws/open-aws.ts')).openAws({ ...place, environment });

  const checkEndpoint = once(async () => {
    const { createCheckEndpoint } = await import('./endpoints/check-endpoint.ts');
    return createCheckEndpoint({ samples, configurations, withLocalModel: createWithLocalModel(parts) });
  });
  const check: CheckEndpoint = async (...about) => (await checkEndpoint())(...about);
  const material = createMaterial(parts.builtFolder, check);

  const planner = once(async (): Promise<Planner> => {
    const { createPlanner } = await import('./deployment/planning/planner.ts');
    return createPlanner({
      configurations,
      samples,
      fileIndex,
      openAws,
      imageSourceSha256: async () => (await material.imageSource()).sha256,
      planOf: deployments.planOf,
      origin,
    });
  });
  const deployments = createDeployments({ workspace, origin, environment, openAws, planner, material, onFault });

  const lastCalls = await openLastCalls(workspace, origin.now);
  const service = once(async () => {
    const { createEndpoints } = await import('./endpoints/endpoint-service.ts');
    return createEndpoints({
      deployments,
      openAws,
      lastCalls,
      checkEndpoint: check,
      samples,
      configurations,
      now: origin.now,
    });
  });
  const endpoints: Endpoints = {
    list: async (...about) => (await service()).list(...about),
    invoke: async (...about) => (await service()).invoke(...about),
    compare: async (...about) => (await service()).compare(...about),
    snippets: async (...about) => (await service()).snippets(...about),
    rollBack: async (...about) => (await service()).rollBack(...about),
    removals: async (...about) => (await service()).removals(...about),
    remove: async (...about) => (await service()).remove(...about),
    removeEverything: async (...about) => (await service()).removeEverything(...about),
  };
  return { deployments, endpoints };
}

/** Makes something when it is first asked for, and again after it failed. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
