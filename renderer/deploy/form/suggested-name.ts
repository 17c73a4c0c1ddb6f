import type { SavedConfiguration } from '../../../workbench/contract/configurations.ts';
import type { DeploymentDefaults } from '../../../workbench/contract/deployments.ts';
import type { TargetDraft } from './target-draft.ts';

// The service allows 63 characters, and names of other resources are longer by an ending.
const LONGEST_SLUG = 36;

/** What takes the place of a name that was not typed. */
export function suggestedName(
  draft: Pick<TargetDraft, 'path' | 'modelFrom' | 'modelPath'>,
  defaults: Pick<DeploymentDefaults, 'names'>,
  saved: Pick<SavedConfiguration, 'name'> | undefined,
): string {
  const wanted = defaults.names[draft.path];
  if (wanted !== null) return wanted;
  const words = saved?.name ?? (draft.path === 'standard' ? 'standard' : (fileStem(draft) ?? 'decisions'));
  const slug = words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LONGEST_SLUG)
    .replace(/-+$/, '');
  return `decision-${slug === '' ? 'workbench' : slug}`;
}

/** The name of the model file without its ending: what else is known of it when no configuration is. */
function fileStem({ modelFrom, modelPath }: Pick<TargetDraft, 'modelFrom' | 'modelPath'>): string | null {
  if (modelFrom !== 'file' || modelPath === '') return null;
  return modelPath.replace(/^.*[\\/]/, '').replace(/\.gguf$/i, '');
}
