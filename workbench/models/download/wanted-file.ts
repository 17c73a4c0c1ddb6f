import { join } from 'node:path';
import { z } from 'zod';
import { Fault } from '../../../adapter/fault.ts';

// What the hub allows in the two names of a repository.
const nameSchema = z
  .string()
  .regex(/^[\w.-]{1,96}$/)
  .refine((name) => name !== '.' && name !== '..');

export const repositorySchema = z.string().refine((text) => {
  const names = text.split('/');
  return names.length === 2 && names.every((name) => nameSchema.safeParse(name).success);
}, 'A repository is named as in owner/name.');

/** A commit: a branch or a tag could be another file tomorrow. */
export const commitSchema = z
  .string()
  .regex(/^[0-9a-f]{40}$/, 'A revision is pinned as a commit of 40 hexadecimal digits.');

/** Path of a GGUF file in a repository, which becomes a path on this disk. */
export const hubPathSchema = z
  .string()
  .max(500)
  .refine((path) => /\.gguf$/i.test(path), 'Only GGUF files are fetched.')
  .refine(
    (path) => path.split('/').every((part) => part !== '' && !/^\.\.?$/.test(part) && !/[\\:\p{Cc}]/u.test(part)),
    'The path leads out of its folder.',
  );

/** One file of a repository as the hub lists it. */
export const wantedFileSchema = z.strictObject({
  file: hubPathSchema,
  bytes: z.number().int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type WantedFile = z.infer<typeof wantedFileSchema>;

/** A model to fetch, pinned: one file, or the parts of a split model in order. */
export const wantedModelSchema = z.strictObject({
  repository: repositorySchema,
  revision: commitSchema,
  files: z.array(wantedFileSchema).min(1).max(1000),
});
export type WantedModel = z.infer<typeof wantedModelSchema>;

/** Enough of a commit to tell two revisions of one file apart in a folder's name. */
const REVISION_DIGITS = 12;

/** Where a file of the hub lies once it is complete: below the app's own folder, by repository and revision. */
export function finalPath(modelsFolder: string, { repository, revision }: WantedModel, file: string): string {
  return join(modelsFolder, 'hub', ...repository.split('/'), revision.slice(0, REVISION_DIGITS), ...file.split('/'));
}

/** @throws Fault INVALID_REQUEST naming the field */
export function parseRepository(text: string): string {
  const parsed = repositorySchema.safeParse(
    text
      .trim()
      .replace(/^https?:\/\/[^/]+\//, '')
      .replace(/\/+$/, ''),
  );
  if (parsed.success) return parsed.data;
  throw new Fault(
    'INVALID_REQUEST',
    `“${text}” is no repository of the hub.`,
    'Name it as the hub does: owner/name, as in bartowski/Qwen_Qwen3.5-4B-GGUF.',
    { fields: [{ path: 'repository', message: 'It is not of the form owner/name.' }] },
  );
}
