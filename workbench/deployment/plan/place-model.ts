import { KEY_PREFIX } from './names.ts';
import type { PlanFacts } from './plan-facts.ts';
import type { ModelUpload } from './resource.ts';
import { MODEL_DATA_URL } from './target.ts';

/** An object of the model, by its key. */
export interface PlacedObject {
  key: string;
  part: 'gguf' | 'manifest' | 'archive';
  upload: ModelUpload | null;
  bytes: number | null;
}

export interface PlacedModel {
  /** What the SageMaker model reads; null when the container fetches it. */
  data: { url: string; bucket: string; key: string; compressed: boolean } | null;
  /** In the order of upload; empty for what is there already. */
  objects: PlacedObject[];
  /** Where a build says what it made; null without a build. */
  detailKey: string | null;
}

const MANIFEST = 'model-manifest.json';

/** Partitions whose regions may lack models as plain objects; there the model travels as an archive. */
const takesPlainObjects = (partition: string): boolean => partition === 'aws';

/**
 * Where the model lies. Its own objects lie under the hash of the manifest, which names file, checksum and origin: equal
 * models are uploaded once, and nothing else lies under the prefix, since the container takes all of it.
 */
export function placeModel({ target, model, account }: PlanFacts, bucket: string): PlacedModel {
  const { model: source } = target;
  if (source.from === 'container-hub') return { data: null, objects: [], detailKey: null };
  if (source.from === 'model-data') {
    const [, foreign = '', key = ''] = MODEL_DATA_URL.exec(source.url) ?? [];
    return {
      data: { url: source.url, bucket: foreign, key, compressed: !key.endsWith('/') },
      objects: [],
      detailKey: null,
    };
  }
  const { manifest, files } = model;
  const base = `${KEY_PREFIX}models/${manifest?.sha256 ?? 'unknown'}`;
  const uploaded = source.from === 'file';
  const detailKey = uploaded ? null : `${base}/model-detail.json`;
  if (manifest === null || !takesPlainObjects(account.partition)) {
    const key = `${base}/archive/model.tar.gz`;
    const paths = files.flatMap(({ path }) => (path === null ? [] : [path]));
    const upload: ModelUpload | null =
      uploaded && manifest !== null && paths.length > 0 ? { from: 'files', manifest: manifest.text, paths } : null;
    const bytes = uploaded ? null : (files[0]?.bytes ?? null);
    return {
      data: { url: `s3://${bucket}/${key}`, bucket, key, compressed: true },
      objects: [{ key, part: 'archive', upload, bytes }],
      detailKey,
    };
  }
  const prefix = `${base}/files/`;
  const objects = files.map(({ name, path, bytes, sha256 }): PlacedObject => {
    const upload: ModelUpload | null = uploaded && path !== null ? { from: 'file', path, bytes, sha256 } : null;
    return { key: `${prefix}${name}`, part: 'gguf', upload, bytes: bytes === 0 ? null : bytes };
  });
  const upload: ModelUpload | null = uploaded ? { from: 'text', ...manifest } : null;
  return {
    data: { url: `s3://${bucket}/${prefix}`, bucket, key: prefix, compressed: false },
    objects: [...objects, { key: `${prefix}${MANIFEST}`, part: 'manifest', upload, bytes: null }],
    detailKey,
  };
}
