import type { ResourceKind } from '../../../workbench/deployment/plan/resource.ts';

/** What each kind of thing is called. */
export const resourceWords: Readonly<Record<ResourceKind, string>> = {
  bucket: 'Bucket',
  'execution-role': 'Role of the endpoint',
  'build-role': 'Role of the builds',
  'source-object': 'Source of the image',
  'model-object': 'Model',
  'model-project': 'Build project of the model',
  repository: 'Image repository',
  'image-project': 'Build project of the image',
  image: 'Image',
  'log-group': 'Log group',
  model: 'SageMaker model',
  'endpoint-config': 'Endpoint configuration',
  endpoint: 'Endpoint',
  scaling: 'Scaling',
};

/** Whose it is, in a word. */
export const ownershipWords = {
  own: 'made for this',
  shared: 'shared by your deployments',
  given: 'yours, left as it is',
  service: 'made by AWS',
} as const;

/** A name with its hashes cut: their first digits tell them apart. */
export function shortName(name: string): string {
  return name.replace(/[0-9a-f]{40,}/g, (hash) => `${hash.slice(0, 8)}…`);
}
