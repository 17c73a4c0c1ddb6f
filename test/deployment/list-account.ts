import type { MemoryBackend } from '../stand-ins/aws/memory/open-memory.ts';
import type { AwsStandIn } from '../stand-ins/aws/open-aws.ts';
import { createEndpoint } from './create-endpoint.ts';

type Aws = AwsStandIn<MemoryBackend>;

/** What somebody else has in an account, who chose names like ours. */
const neighbours = new WeakMap<Aws, Account>();

/**
 * Names of everything in the account that somebody would have to remove, by kind; unfinished uploads and builds too. What
 * neighbours have is left out.
 * @throws when something of a neighbour is missing
 */
export function listAccount(aws: Aws): Account {
  const all = listAll(aws);
  const others = neighbours.get(aws);
  if (others === undefined) return all;
  for (const kind of Object.keys(EMPTY_ACCOUNT) as (keyof Account)[]) {
    const missing = others[kind].filter((name) => !all[kind].includes(name));
    if (missing.length > 0) throw new Error(`Of a neighbour’s ${kind} is missing: ${missing.join(', ')}`);
    all[kind] = all[kind].filter((name) => !others[kind].includes(name));
  }
  return all;
}

function listAll({ sagemaker, codebuild, scaling, backend }: Aws) {
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
export type Account = ReturnType<typeof listAll>;

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

/** Puts a neighbour into the account whose names begin as those of a deployment do; `listAccount` then misses nothing. */
export async function addNeighbour(aws: Aws, endpoint: string, unique: string): Promise<void> {
  const { backend, codebuild, scaling } = aws;
  const item = (name: string) => ({
    name,
    region: 'us-east-1',
    arn: `arn:of:${name}`,
    input: {},
    created: 0,
    tags: [],
  });
  const name = `${endpoint}-2`;
  await createEndpoint(aws, name);
  for (const more of ['execution', 'build']) {
    const role = { ...item(`${endpoint}-${unique}-${more}-2`), region: '', trust: '{}', attached: new Set<string>() };
    backend.iam.roles.add({ ...role, policies: new Map([['theirs', '{}']]) });
  }
  codebuild.projects.add(item(`${endpoint}-${unique}-image-2`));
  const images = [{ digest: `sha256:${'f'.repeat(64)}`, tags: new Set(['theirs']), manifest: '{}' }];
  backend.ecr.repositories.add({ ...item('decision-workbench-cpu-2'), images });
  await aws.writeLog('us-east-1', `/aws/sagemaker/Endpoints/${name}`, 'main', ['theirs']);
  await aws.writeLog('us-east-1', `/aws/codebuild/${endpoint}-${unique}-image-2`, 'main', ['theirs']);
  scaling.targets.push({
    region: 'us-east-1',
    arn: 'arn:of:scaling',
    input: { ResourceId: `endpoint/${name}/variant/main` },
    policies: new Map(),
  });
  const stored = { data: Buffer.from('theirs'), etag: '"theirs"', checksums: {}, tags: [], metadata: {} };
  backend.s3.buckets.set('decision-workbench-123456789012-us-east-1-2', {
    name: 'decision-workbench-123456789012-us-east-1-2',
    region: 'us-east-1',
    tags: [],
    objects: new Map([['decision-workbench/models/theirs/files/model.gguf', stored]]),
    uploads: new Map(),
    settings: new Map(),
  });
  neighbours.set(aws, listAll(aws));
}
