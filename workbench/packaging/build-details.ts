import { z } from 'zod';
import { modelManifestSchema } from '../../adapter/server/model-manifest.ts';
import type { PackagedModel } from './describe-model.ts';
import type { WrittenArchive } from './write-model-archive.ts';

const digestSchema = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** What a packaging says of its result: `model-detail.json` of a build, and `package model --json`. */
export const modelDetailSchema = z.object({
  form: z.enum(['archive', 'prefix']),
  /** Of the archive; null for a prefix, whose files have their own below. */
  archive: z.object({ bytes: z.number(), sha256: z.string() }).nullable(),
  files: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
  manifest: modelManifestSchema,
});
export type ModelDetail = z.infer<typeof modelDetailSchema>;

/** @param archive null where the files lie under a prefix */
export function modelDetail(model: PackagedModel, archive: WrittenArchive | null): ModelDetail {
  return {
    form: archive === null ? 'prefix' : 'archive',
    archive: archive === null ? null : { bytes: archive.bytes, sha256: archive.sha256 },
    files: model.files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
    manifest: model.manifest,
  };
}

/** `image-detail.json` of a build: what the registry says that it has. */
export const imageDetailSchema = z.object({
  kind: z.enum(['cpu', 'gpu']),
  /** The image by digest, as a SageMaker model names it. */
  uri: z.string().regex(/^[^@\s]+@sha256:[0-9a-f]{64}$/),
  tag: z.string(),
  digest: digestSchema,
  /** As packImageSource gave it; empty when the build was not told. */
  source_sha256: z.string(),
  node_digest: digestSchema,
  /** Empty for the CPU image. */
  cuda_digest: z.union([digestSchema, z.literal('')]),
});
