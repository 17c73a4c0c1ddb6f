import type { ModelEntry } from '../../workbench/contract/models.ts';
import { variants } from '../../workbench/models/variants/variants.ts';

/** Whether the requantised variants of the starter can be made, or are all there. */
export function variantsState(models: readonly Pick<ModelEntry, 'file' | 'origin' | 'fault'>[]) {
  const usable = models.filter(({ fault }) => fault === null);
  if (!usable.some(({ origin }) => origin === 'starter')) return 'no-starter';
  const files = new Set(usable.flatMap(({ origin, file }) => (origin === 'variant' ? [file] : [])));
  return variants.every(({ file }) => files.has(file)) ? 'complete' : 'missing';
}
