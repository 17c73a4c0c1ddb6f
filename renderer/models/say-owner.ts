import type { ModelEntry } from '../../workbench/contract/models.ts';

const owners: Readonly<Record<ModelEntry['owner'], string>> = {
  app: 'of this app',
  user: 'added by you',
  huggingface: 'Hugging Face cache',
  ollama: 'Ollama',
  'lm-studio': 'LM Studio',
  'llama.cpp': 'llama.cpp cache',
  'node-llama-cpp': 'node-llama-cpp',
};

/** Whose a model file is, in words. */
export function sayOwner({ owner, origin }: Pick<ModelEntry, 'owner' | 'origin'>): string {
  if (origin === 'starter') return 'starter';
  if (origin === 'variant') return 'variant of the starter';
  if (origin === 'downloaded') return 'downloaded';
  return owners[owner];
}
