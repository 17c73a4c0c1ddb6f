import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { smallModel } from './small-model.ts';

export const commit = 'c'.repeat(40);

function put(path: string, content: string | Buffer): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** A home in which other programs keep models, laid out as each of them does; with the paths of what is to be found. */
export function foreignFolders(home: string) {
  // Hugging Face: snapshots are links to blobs, which are named by their hash.
  const repository = join(home, '.cache', 'huggingface', 'hub', 'models--acme--Tiny-GGUF');
  const content = smallModel('from the hub');
  const blob = put(join(repository, 'blobs', createHash('sha256').update(content).digest('hex')), content);
  put(join(repository, 'refs', 'main'), commit);
  const snapshots = join(repository, 'snapshots');
  for (const revision of ['a'.repeat(40), commit]) {
    mkdirSync(join(snapshots, revision), { recursive: true });
    symlinkSync(blob, join(snapshots, revision, 'tiny-Q8_0.gguf'));
  }
  symlinkSync(join(repository, 'blobs', 'gone'), join(snapshots, commit, 'broken.gguf'));
  const orphan = put(join(repository, 'blobs', 'f'.repeat(64)), smallModel('no snapshot shows it'));
  put(join(repository, 'blobs', `${'e'.repeat(64)}.incomplete`), smallModel('half'));
  put(join(repository, 'blobs', 'd'.repeat(40)), '{"a config": 1}');

  // Ollama: manifests name blobs, which have no ending.
  const ollama = join(home, '.ollama', 'models');
  const ollamaContent = smallModel('from Ollama');
  const digest = createHash('sha256').update(ollamaContent).digest('hex');
  const ollamaBlob = put(join(ollama, 'blobs', `sha256-${digest}`), ollamaContent);
  const manifest = (of: string): string =>
    JSON.stringify({
      schemaVersion: 2,
      config: {
        mediaType: 'application/vnd.docker.container.image.v1+json',
        digest: `sha256:${'1'.repeat(64)}`,
        size: 1,
      },
      layers: [
        { mediaType: 'application/vnd.ollama.image.template', digest: `sha256:${'2'.repeat(64)}`, size: 1 },
        { mediaType: 'application/vnd.ollama.image.model', digest: `sha256:${of}`, size: ollamaContent.length },
      ],
    });
  const registry = join(ollama, 'manifests', 'registry.ollama.ai');
  put(join(registry, 'library', 'llama3.2', '3b'), manifest(digest));
  put(join(registry, 'library', 'llama3.2', 'latest'), manifest(digest));
  put(join(registry, 'library', 'half-pulled', 'latest'), manifest('3'.repeat(64)));
  put(join(registry, 'library', 'damaged', 'latest'), '{"layers": [');

  // LM Studio: publisher/model/file, beside its projector.
  const lmStudio = put(
    join(home, '.lmstudio', 'models', 'acme', 'Großes # Modell', "it's a model.gguf"),
    smallModel('from LM Studio'),
  );
  put(join(dirname(lmStudio), 'mmproj-model-f16.gguf'), smallModel('a projector'));

  // llama.cpp: all in one folder, here with a model in parts.
  const cache = join(home, '.cache', 'llama.cpp');
  const split = { 'split.count': { type: 'uint32', value: 2 } } as const;
  const first = put(
    join(cache, 'acme_big-00001-of-00002.gguf'),
    smallModel('in parts', { ...split, 'split.no': { type: 'uint32', value: 0 } }),
  );
  put(
    join(cache, 'acme_big-00002-of-00002.gguf'),
    smallModel('in parts', { ...split, 'split.no': { type: 'uint32', value: 1 } }),
  );
  put(join(cache, 'manifest=acme=big=latest.json'), '{}');

  const nodeLlamaCpp = put(join(home, '.node-llama-cpp', 'models', 'hf_acme_модель.gguf'), smallModel('from node'));
  put(join(home, '.node-llama-cpp', 'models', 'half.gguf.ipull'), 'half');
  return { snapshots, blob, orphan, ollamaBlob, lmStudio, first, nodeLlamaCpp };
}
