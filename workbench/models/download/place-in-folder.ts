import { join, relative, sep } from 'node:path';
import { Fault } from '../../../adapter/fault.ts';
import { repositorySchema, type WantedModel } from '../../contract/hub.ts';

/** Enough of a commit to tell two revisions of one file apart in a folder's name. */
const REVISION_DIGITS = 12;

/** Where a file of the hub lies once it is complete: below the app's own folder, by repository and revision. */
export function finalPath(modelsFolder: string, { repository, revision }: WantedModel, file: string): string {
  return join(modelsFolder, 'hub', ...repository.split('/'), revision.slice(0, REVISION_DIGITS), ...file.split('/'));
}

/** The repository whose file lies at a path, by the folders; null for a file that was not fetched from the hub. */
export function repositoryOfPath(modelsFolder: string, path: string): string | null {
  const [hub, owner, name, revision, ...rest] = relative(modelsFolder, path).split(sep);
  if (hub !== 'hub' || revision === undefined || rest.length === 0) return null;
  return repositorySchema.safeParse(`${owner}/${name}`).data ?? null;
}

/** A repository's name, also out of the address of its page. @throws Fault INVALID_REQUEST naming the field */
export function parseRepository(text: string): string {
  const name = text
    .trim()
    .replace(/^https?:\/\/[^/]+\//, '')
    .replace(/\/+$/, '');
  const parsed = repositorySchema.safeParse(name);
  if (parsed.success) return parsed.data;
  throw new Fault(
    'INVALID_REQUEST',
    `“${text}” is no repository of the hub.`,
    'Name it as the hub does: owner/name, as in bartowski/Qwen_Qwen3.5-4B-GGUF.',
    { fields: [{ path: 'repository', message: 'It is not of the form owner/name.' }] },
  );
}
