import type { PlanFacts } from './plan-facts.ts';

/** The ARNs of a deployment's things. SageMaker writes its names in lower case in them. */
export interface Arns {
  bucket: (name: string) => string;
  object: (bucket: string, key: string) => string;
  role: (name: string) => string;
  project: (name: string) => string;
  repository: (name: string) => string;
  logGroup: (name: string) => string;
  sagemaker: (kind: 'model' | 'endpoint' | 'endpoint-config', name: string) => string;
}

export function arnsOf({
  account: { id, partition },
  target: { region },
}: Pick<PlanFacts, 'account' | 'target'>): Arns {
  const in_region = (service: string, rest: string) => `arn:${partition}:${service}:${region}:${id}:${rest}`;
  return {
    bucket: (name) => `arn:${partition}:s3:::${name}`,
    object: (bucket, key) => `arn:${partition}:s3:::${bucket}/${key}`,
    role: (name) => `arn:${partition}:iam::${id}:role/${name}`,
    project: (name) => in_region('codebuild', `project/${name}`),
    repository: (name) => in_region('ecr', `repository/${name}`),
    logGroup: (name) => in_region('logs', `log-group:${name}`),
    sagemaker: (kind, name) => in_region('sagemaker', `${kind}/${name.toLowerCase()}`),
  };
}

/** Where the registries are, by partition. */
export function registryHost(account: string, region: string): string {
  return `${account}.dkr.ecr.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}

/** Where ECR keeps what everybody may pull. */
export const PUBLIC_GALLERY = 'public.ecr.aws/';

/** An image of a private registry of ECR taken apart; null for another one. */
export function readImageUri(uri: string): { account: string; region: string; repository: string } | null {
  const [, account, region, repository] =
    /^(\d{12})\.dkr\.ecr\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?\/([^@:]+)(?::[^@]+)?@/.exec(uri) ?? [];
  if (account === undefined || region === undefined || repository === undefined) return null;
  return { account, region, repository };
}
