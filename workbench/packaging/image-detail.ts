import { z } from 'zod';

const digestSchema = z.string().regex(/^sha256:[0-9a-f]{64}$/);

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
export type ImageDetail = z.infer<typeof imageDetailSchema>;
