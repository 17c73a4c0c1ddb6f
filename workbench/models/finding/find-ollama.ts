import { stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { z } from 'zod';
import { entriesOf } from './entries-of.ts';
import type { FoundModel } from './found-model.ts';
import { readSmallFile } from './read-small-file.ts';

/** Host, namespace, model, tag; hosts of the hub have one more. */
const maxDepth = 6;

const modelLayer = 'application/vnd.ollama.image.model';
const manifestSchema = z.object({
  layers: z.array(z.object({ mediaType: z.string(), digest: z.string().regex(/^sha256:[0-9a-f]{64}$/) })),
});

/** The model blobs that Ollama's manifests name, each with the name that `ollama run` takes. */
export async function findOllama(folder: string): Promise<FoundModel[]> {
  const found: FoundModel[] = [];
  const manifests = join(folder, 'manifests');
  for (const path of await manifestsIn(manifests, 1)) {
    const manifest = await readManifest(path);
    const name = nameOf(relative(manifests, path).split(sep));
    for (const { mediaType, digest } of manifest?.layers ?? []) {
      if (mediaType !== modelLayer) continue;
      const blob = join(folder, 'blobs', digest.replace(':', '-'));
      // A pull that was cut off has a manifest last, but a blob may be taken away by hand.
      const isThere = (await stat(blob).catch(() => null))?.isFile() ?? false;
      if (isThere) found.push({ path: blob, owner: 'ollama', name, repository: null, revision: null });
    }
  }
  return found;
}

async function manifestsIn(folder: string, depth: number): Promise<string[]> {
  const paths: string[] = [];
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isFile()) paths.push(path);
    else if (entry.isDirectory() && depth < maxDepth) paths.push(...(await manifestsIn(path, depth + 1)));
  }
  return paths;
}

async function readManifest(path: string): Promise<z.infer<typeof manifestSchema> | null> {
  try {
    return manifestSchema.parse(JSON.parse(await readSmallFile(path)));
  } catch {
    // What is no manifest names no model.
    return null;
  }
}

/** `registry.ollama.ai/library/llama3.2/3b` is `llama3.2:3b`; other hosts and namespaces stay. */
function nameOf(parts: readonly string[]): string {
  const tag = parts.at(-1) ?? '';
  const [host, space, ...model] = parts.slice(0, -1);
  const ours = host === 'registry.ollama.ai';
  const before = [ours ? [] : [host], ours && space === 'library' ? [] : [space]].flat();
  return `${[...before, ...model].filter((part) => part !== undefined).join('/')}:${tag}`;
}
