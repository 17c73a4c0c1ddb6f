import { createHash } from 'node:crypto';
import type { CreateModelCommandInput } from '@aws-sdk/client-sagemaker';
import type { Aws } from '../aws/open-aws.ts';
import type { Resource } from '../plan/resource.ts';
import * as bucket from '../resources/bucket.ts';
import * as endpointConfig from '../resources/endpoint-config.ts';
import * as model from '../resources/model.ts';
import * as project from '../resources/project.ts';
import * as repository from '../resources/repository.ts';
import * as role from '../resources/role.ts';
import * as scaling from '../resources/scaling.ts';
import { type Driver, withNewRole } from './ensure.ts';

/** The kinds that one call makes. Objects, images and endpoints take more, and have steps of their own. */
export type SimpleResource = Extract<
  Resource,
  {
    kind:
      | 'bucket'
      | 'execution-role'
      | 'build-role'
      | 'model-project'
      | 'image-project'
      | 'repository'
      | 'endpoint-config'
      | 'scaling';
  }
>;

/** How a resource of the plan is looked at and made. */
export function driverOf(aws: Aws, signal: AbortSignal, resource: SimpleResource): Driver {
  const { name } = resource;
  switch (resource.kind) {
    case 'bucket': {
      const { input } = resource;
      return {
        look: () => bucket.lookAtBucket(aws, name, signal),
        make: async () => {
          await bucket.createBucket(aws, input ?? { Bucket: name }, signal);
          return { region: aws.region };
        },
        ...(input === null ? {} : { complete: () => bucket.tagBucket(aws, name, resource.tags, signal) }),
      };
    }
    case 'execution-role':
    case 'build-role': {
      const { input } = resource;
      const look = () => role.lookAtRole(aws, role.roleNameOf(name), signal);
      if (input === null) return { look, make: () => Promise.resolve({}) };
      return {
        look,
        make: async () => ({ arn: await role.createRole(aws, input.role, signal) }),
        complete: () => role.allowRole(aws, input.policy, signal),
        // An update may read, pull and build elsewhere than the plan before.
        update: () => role.allowRole(aws, input.policy, signal),
        written: createHash('sha256').update(JSON.stringify(input.policy)).digest('hex'),
      };
    }
    case 'model-project':
    case 'image-project': {
      const { input } = resource;
      return {
        look: () => project.lookAtProject(aws, name, input, signal),
        make: async () => {
          await withNewRole({ aws, signal }, () => project.createProject(aws, input, signal));
          return {};
        },
        update: () => withNewRole({ aws, signal }, () => project.updateProject(aws, input, signal)),
      };
    }
    case 'repository':
      return {
        look: () => repository.lookAtRepository(aws, name, signal),
        make: async () => ({ uri: await repository.createRepository(aws, resource.input, signal) }),
      };
    case 'endpoint-config': {
      const { input } = resource;
      return {
        look: () => endpointConfig.lookAtEndpointConfig(aws, name, input, signal),
        make: async () => ({ arn: await endpointConfig.createEndpointConfig(aws, input, signal) }),
      };
    }
    case 'scaling': {
      const { input } = resource;
      const set = () => scaling.scale(aws, input, signal);
      return {
        look: () => scaling.lookAtScaling(aws, input.target, signal),
        make: () => Promise.resolve({}),
        // All of it: a target without its policy looks like one with it.
        complete: set,
        update: set,
      };
    }
  }
}

/** A SageMaker model, whose image is known now. */
export function modelDriver(aws: Aws, signal: AbortSignal, name: string, input: CreateModelCommandInput): Driver {
  return {
    look: () => model.lookAtModel(aws, name, input, signal),
    make: async () => ({
      arn: await withNewRole({ aws, signal }, () => model.createModel(aws, input, signal)),
    }),
  };
}
