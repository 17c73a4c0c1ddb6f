import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { extract } from 'tar-stream';
import { z } from 'zod';
import type { Buildah } from './buildah.ts';

const manifestSchema = z.object({
  config: z.object({ digest: z.string() }),
  layers: z.array(z.object({ digest: z.string() })),
});

export interface LayerFile {
  path: string;
  content: Buffer;
}

export interface ImageLayers {
  /** The image's configuration, as the registry gets it. */
  config: string;
  /** Digests of its layers, the base's first. */
  digests: string[];
  /** The files of one layer. @param digest */
  files(digest: string): Promise<LayerFile[]>;
}

const inspectedSchema = z.object({ OCIv1: z.object({ rootfs: z.object({ diff_ids: z.array(z.string()) }) }) });

/** Digests of an image's layers, uncompressed. */
export async function layerDigests(buildah: Buildah, image: string): Promise<string[]> {
  const text = await buildah.run(['inspect', '--type', 'image', image]);
  return inspectedSchema.parse(JSON.parse(text)).OCIv1.rootfs.diff_ids;
}

/** Reads an image as a push would send it. */
export async function readLayers(buildah: Buildah, image: string, name: string): Promise<ImageLayers> {
  const folder = join(buildah.folder, name);
  // Uncompressed, a layer's digest is that of its files, as an image's own list has it.
  await buildah.run(['push', '--quiet', '--disable-compression', image, `dir:${folder}`]);
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  const blob = (digest: string) => join(folder, digest.replace('sha256:', ''));
  return {
    config: readFileSync(blob(manifest.config.digest), 'utf8'),
    digests: manifest.layers.map(({ digest }) => digest),
    files: async (digest) => {
      const files: LayerFile[] = [];
      const reader = extract();
      createReadStream(blob(digest)).pipe(reader);
      for await (const entry of reader) {
        const content = await buffer(entry);
        if (entry.header.type === 'file') files.push({ path: entry.header.name, content });
      }
      return files;
    },
  };
}
