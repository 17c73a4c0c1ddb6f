import type { Resource, ResourceKind, UndoChoice } from './resource.ts';

type Ownership = Resource['ownership'];

/** How each kind is removed, when it is ours. */
const rules: Readonly<Record<ResourceKind, { choice: UndoChoice | null; sentence: string }>> = {
  endpoint: { choice: null, sentence: 'It is deleted first: it is what costs.' },
  'endpoint-config': { choice: null, sentence: 'It is deleted when the endpoint is gone.' },
  model: {
    choice: null,
    sentence: 'It is deleted after the endpoint configuration; the files stay until they are asked for.',
  },
  scaling: { choice: null, sentence: 'The scaling target and its policy go with the endpoint.' },
  'source-object': { choice: 'objects', sentence: 'It is deleted if no other deployment of ours needs it.' },
  'model-object': {
    choice: 'objects',
    sentence: 'It is deleted, with unfinished uploads of it, if no other deployment of ours needs it.',
  },
  image: { choice: 'image', sentence: 'It is deleted if no other deployment of ours needs it.' },
  repository: { choice: 'image', sentence: 'It is deleted when no image is left in it.' },
  'model-project': { choice: 'projects', sentence: 'It is deleted.' },
  'image-project': { choice: 'projects', sentence: 'It is deleted.' },
  'log-group': { choice: 'logs', sentence: 'It is deleted with all its lines, under its exact name.' },
  'execution-role': { choice: 'roles', sentence: 'It is deleted when the endpoint is gone.' },
  'build-role': { choice: 'roles', sentence: 'It is deleted after the build projects.' },
  bucket: { choice: 'bucket', sentence: 'It is deleted if it is empty.' },
};

/** What undo does with a resource. */
export function removalOf(kind: ResourceKind, ownership: Ownership): Resource['removal'] {
  if (ownership === 'given') return { choice: null, when: 'never', sentence: 'It was there before, and stays.' };
  const { choice, sentence } = rules[kind];
  return { choice, when: choice === null ? 'always' : 'asked', sentence };
}

/**
 * The order of an undo. Scaling goes before what it scales; the endpoint configuration, the model and the role after what
 * uses them; builds before what they write; the bucket last.
 */
const order: readonly ResourceKind[] = [
  'scaling',
  'endpoint',
  'endpoint-config',
  'model',
  'model-project',
  'image-project',
  'model-object',
  'source-object',
  'image',
  'repository',
  'log-group',
  'build-role',
  'execution-role',
  'bucket',
];

/** Resources in the order in which an undo removes them; those of one kind in their own order. */
export function removalOrder<T extends { kind: ResourceKind }>(resources: readonly T[]): T[] {
  return [...resources].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

/** Whether an undo with these choices removes it. */
export function isRemoved(removal: Resource['removal'], choices: readonly UndoChoice[]): boolean {
  if (removal.when === 'asked') return removal.choice !== null && choices.includes(removal.choice);
  return removal.when === 'always';
}
