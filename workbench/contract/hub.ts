import { z } from 'zod';

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
const hubPathSchema = z
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
  /** Lower-case hexadecimal. */
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

/** A repository as a search shows it. */
export const foundRepositorySchema = z.object({
  repository: z.string(),
  downloads: z.number(),
  likes: z.number(),
  updated_at: z.string(),
  licence: z.string().nullable(),
  /** Whether its owner decides who may fetch it. */
  gated: z.boolean(),
  /** How its files are named, as in `Q4_K_M`; a name can lie. */
  quantizations: z.array(z.string()),
});
export type FoundRepository = z.infer<typeof foundRepositorySchema>;

/** A model in a repository: one file, or the parts of a split one. */
export const hubModelSchema = z.object({
  /** Path of the (first) file. */
  file: z.string(),
  quantization: z.string().nullable(),
  bytes: z.number(),
  files: z.array(wantedFileSchema),
  /** Whether its weights would fit this machine's memory, before anything of it is here: from its size alone. */
  fit: z.object({ verdict: z.enum(['fits', 'tight', 'too-large']), words: z.string() }),
});
export type HubModel = z.infer<typeof hubModelSchema>;

/** A repository at one commit. */
export const hubRepositorySchema = z.object({
  repository: z.string(),
  revision: commitSchema,
  licence: z.string().nullable(),
  gated: z.boolean(),
  /** Its page, where a licence is read and accepted. */
  page: z.string(),
  /** Smallest first; files without a checksum are left out. */
  models: z.array(hubModelSchema),
  /** Bytes that are free where downloads go to. */
  disk_free: z.number().nullable(),
});
export type HubRepository = z.infer<typeof hubRepositorySchema>;

/** A model that the product offers by name, pinned. */
export const offeredModelSchema = z.object({
  id: z.string(),
  title: z.string(),
  about: z.string(),
  bytes: z.number(),
  wanted: wantedModelSchema,
  /** Published accuracy, with where it is from. */
  figure: z.object({ accuracy: z.number(), tasks: z.number().int(), source: z.string() }),
  /** Where it lies, once it was fetched. */
  path: z.string().nullable(),
});
export type OfferedModel = z.infer<typeof offeredModelSchema>;

/** A download that was begun and is not complete. */
export const unfinishedDownloadSchema = z.object({
  id: z.string(),
  wanted: wantedModelSchema,
  created_at: z.iso.datetime(),
  /** Bytes that are here. */
  done: z.number(),
  bytes: z.number(),
  /** The job that fetches it now; null when none does. */
  job: z.string().nullable(),
});
export type UnfinishedDownload = z.infer<typeof unfinishedDownloadSchema>;
