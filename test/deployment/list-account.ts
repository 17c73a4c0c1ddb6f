import type { MemoryBackend } from '../stand-ins/aws/memory/open-memory.ts';
import type { AwsStandIn } from '../stand-ins/aws/open-aws.ts';

/** Names of everything in the account that somebody would have to remove, by kind; unfinished uploads and builds too. */
export function listAccount({ sagemaker, codebuild, scaling, backend }: AwsStandIn<MemoryBackend>) {
  const buckets = [...backend.s3.buckets.values()];
  return {
    endpoints: sagemaker.endpoints.names(),
    configs: sagemaker.configs.names(),
    models: sagemaker.models.names(),
    projects: codebuild.projects.names(),
    builds: codebuild.builds.filter(({ status }) => status === 'IN_PROGRESS').map(({ id }) => id),
    scaling: scaling.targets.map(({ input }) => String(input.ResourceId)),
    roles: backend.iam.roles.names(),
    repositories: backend.ecr.repositories.names(),
    images: backend.ecr.repositories.items.flatMap(({ name, images }) =>
      images.map(({ tags }) => `${name}:${[...tags]}`),
    ),
    groups: backend.logs.groups.names(),
    buckets: buckets.map(({ name }) => name).sort(),
    objects: buckets.flatMap(({ objects }) => [...objects.keys()]).sort(),
    uploads: buckets.flatMap(({ uploads }) => [...uploads.values()].map(({ key }) => key)),
  };
}
export type Account = ReturnType<typeof listAccount>;

export const EMPTY_ACCOUNT: Account = {
  endpoints: [],
  configs: [],
  models: [],
  projects: [],
  builds: [],
  scaling: [],
  roles: [],
  repositories: [],
  images: [],
  groups: [],
  buckets: [],
  objects: [],
  uploads: [],
};
