import type { Aws } from '../aws/open-aws.ts';
import type { Resource } from '../plan/resource.ts';
import * as bucket from '../resources/bucket.ts';
import * as endpoint from '../resources/endpoint.ts';
import * as endpointConfig from '../resources/endpoint-config.ts';
import * as logGroup from '../resources/log-group.ts';
import * as model from '../resources/model.ts';
import { lookAtObject, removeObject } from '../resources/object.ts';
import * as project from '../resources/project.ts';
import * as repository from '../resources/repository.ts';
import * as role from '../resources/role.ts';
import * as scaling from '../resources/scaling.ts';
import type { Seen } from '../resources/seen.ts';
import { stopBuilds } from '../steps/run-build.ts';

/** How a thing is looked at and removed. */
export interface Removable {
  look(): Promise<Seen | null>;
  /** @throws AwsFault `absent` when it is gone, `in-use` when it cannot go yet */
  remove(): Promise<void>;
  /** Removed without a look: something of it may be there that a look does not show. */
  blindly?: boolean;
}

/** What is needed of a resource to remove it. */
export type RemovableResource = Pick<Resource, 'kind' | 'name'> & { input?: Resource['input'] };

/**
 * @param bucketName of the objects
 * @param beside keys of objects that are removed with the image's source
 */
export function removableOf(
  aws: Aws,
  signal: AbortSignal,
  resource: RemovableResource,
  bucketName: string,
  beside: readonly string[] = [],
): Removable {
  const { name } = resource;
  switch (resource.kind) {
    case 'bucket':
      return {
        look: () => bucket.lookAtBucket(aws, name, signal),
        remove: () => bucket.removeBucket(aws, name, signal),
      };
    case 'execution-role':
    case 'build-role':
      return {
        look: () => role.lookAtRole(aws, role.roleNameOf(name), signal),
        remove: () => role.removeRole(aws, role.roleNameOf(name), signal),
      };
    case 'source-object':
    case 'model-object':
      return {
        look: () => lookAtObject(aws, { bucket: bucketName, key: name }, signal),
        remove: async () => {
          for (const key of [name, ...beside]) await removeObject(aws, { bucket: bucketName, key }, signal);
        },
        // An unfinished upload costs, and is no object yet.
        blindly: true,
      };
    case 'model-project':
    case 'image-project':
      return {
        look: () => project.lookAtProject(aws, name, null, signal),
        remove: async () => {
          await stopBuilds(aws, name, signal);
          await project.removeProject(aws, name, signal);
        },
      };
    case 'repository':
      return {
        look: () => repository.lookAtRepository(aws, name, signal),
        remove: () => repository.removeRepository(aws, name, signal),
      };
    case 'image':
      return removableImage(aws, signal, name);
    case 'log-group':
      return {
        look: async () => {
          const seen = await logGroup.lookAtLogGroup(aws, name, signal);
          if (seen === null || !name.startsWith(ENDPOINT_LOGS)) return seen;
          return { ...seen, tags: await tagsOfEndpoint(aws, name.slice(ENDPOINT_LOGS.length), signal) };
        },
        remove: () => logGroup.removeLogGroup(aws, name, signal),
      };
    case 'model':
      return {
        look: () => model.lookAtModel(aws, name, null, signal),
        remove: () => model.removeModel(aws, name, signal),
      };
    case 'endpoint-config':
      return {
        look: () => endpointConfig.lookAtEndpointConfig(aws, name, null, signal),
        remove: () => endpointConfig.removeEndpointConfig(aws, name, signal),
      };
    case 'endpoint':
      return {
        look: () => endpoint.lookAtEndpoint(aws, name, signal),
        remove: () => endpoint.removeEndpoint(aws, name, signal),
      };
    case 'scaling':
      return removableScaling(aws, signal, name, resource.input);
  }
}

const ENDPOINT_LOGS = '/aws/sagemaker/Endpoints/';

/**
 * What takes no tags and hangs on an endpoint's name is ours as long as that endpoint is. Null without one: ours left it.
 * Somebody else may have an endpoint of the same name by now.
 */
async function tagsOfEndpoint(aws: Aws, name: string, signal: AbortSignal): Promise<Seen['tags']> {
  return (await endpoint.lookAtEndpoint(aws, name, signal))?.tags ?? null;
}

/** @param name as in `repository:tag`; the image goes with all its tags */
function removableImage(aws: Aws, signal: AbortSignal, name: string): Removable {
  const at = name.lastIndexOf(':');
  const place = { repository: name.slice(0, at), id: { imageTag: name.slice(at + 1) } };
  const find = () => repository.findImage(aws, place, signal);
  return {
    look: async () => {
      const digest = await find();
      return digest === null ? null : { tags: null, facts: { digest }, differs: null };
    },
    remove: async () => {
      const digest = await find();
      if (digest !== null) await repository.removeImage(aws, place.repository, digest, signal);
    },
  };
}

/** The service's names for what is scaled; the variant is the planner's one. */
function removableScaling(aws: Aws, signal: AbortSignal, name: string, input: RemovableResource['input']): Removable {
  const target =
    typeof input === 'object' && input !== null && 'target' in input ? input.target : scaling.variantTarget(name);
  return {
    look: async () => {
      const seen = await scaling.lookAtScaling(aws, target, signal);
      return seen === null ? null : { ...seen, tags: await tagsOfEndpoint(aws, name, signal) };
    },
    remove: () => scaling.removeScaling(aws, target, signal),
  };
}
