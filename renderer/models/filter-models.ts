import type { ModelEntry } from '../../workbench/contract/models.ts';
import { sayOwner } from './say-owner.ts';

/** The models whose name, place, kind or owner has all the words; all of them without words. */
export function filterModels(models: readonly ModelEntry[], words: string): ModelEntry[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [...models];
  return models.filter((model) => {
    const { name, path, repository, header } = model;
    const facts = [
      name,
      path,
      repository,
      header?.architecture,
      header?.quantization,
      header?.license,
      sayOwner(model),
    ];
    const text = facts.join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
