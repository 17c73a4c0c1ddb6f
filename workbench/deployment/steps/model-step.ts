import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { z } from 'zod';
import { Fault } from '../../../adapter/fault.ts';
import { modelManifestSchema } from '../../../adapter/server/model-manifest.ts';
import type { ResourceOf } from '../plan/resource.ts';
import { MODEL_DATA_URL } from '../plan/target.ts';
import { lookAtObject, readTextObject } from '../resources/object.ts';
import { recordFailure } from './ensure.ts';
import { ensureBuild } from './ensure-build.ts';
import { ensureSimple } from './ensure-simple.ts';
import { findResource, needResource, resourcesOf } from './find-resource.ts';
import type { Sitting } from './sitting.ts';
import { uploadModelObject } from './upload-model.ts';

/** What the build writes of the model that it packaged, as far as it is looked at. */
const modelDetailSchema = z.looseObject({ manifest: modelManifestSchema });

/** Step 3: the model lies where SageMaker reads it: uploaded, built from the hub, or found there. */
export async function modelStep(sitting: Sitting): Promise<void> {
  const { plan, tell } = sitting;
  if (plan.only === undefined) {
    // First of all, since a new role is known everywhere only after some seconds.
    await ensureSimple(sitting, needResource(plan, 'execution-role'));
  }
  await ensureSimple(sitting, findResource(plan, 'bucket'));
  if (plan.only === 'image') return tell({ news: 'words', words: 'Only the image is made.' });
  const objects = resourcesOf(plan, 'model-object');
  if (objects.length === 0) {
    tell({ news: 'words', words: 'The container fetches its model itself.' });
    return;
  }
  const built = objects.filter(({ part, upload }) => part !== 'given' && upload === null);
  if (built.length > 0) await buildModel(sitting, built);
  for (const object of objects) {
    if (object.part === 'given') await findGiven(sitting, object);
    else if (object.upload !== null) await uploadModelObject(sitting, object, object.upload);
  }
  tell({ news: 'words', words: `The model is at ${plan.model.data?.url ?? plan.bucket}.` });
}

/** The objects that a build makes: it runs when one of them is missing. */
async function buildModel(sitting: Sitting, objects: readonly ResourceOf<'model-object'>[]): Promise<void> {
  const { plan, aws, journal, signal } = sitting;
  const lookAtAll = async () => {
    const missing: ResourceOf<'model-object'>[] = [];
    for (const object of objects) {
      if ((await lookAtObject(aws, { bucket: plan.bucket, key: object.name }, signal)) === null) missing.push(object);
    }
    return missing;
  };
  const missing = await lookAtAll();
  if (missing.length > 0) {
    for (const { key } of missing) await journal.add({ type: 'intent', key, effect: 'build', facts: {} });
    try {
      await ensureBuild(sitting, needResource(plan, 'model-project'), 'model-build');
      const [first] = await lookAtAll();
      if (first !== undefined) throw notBuilt(first.name);
      await checkDetail(sitting);
    } catch (error) {
      for (const { key } of missing) await recordFailure(sitting, key, 'build', error);
      throw error;
    }
  }
  for (const { key } of objects) {
    if (journal.state().resources.get(key)?.presence === 'there') continue;
    const result = missing.some((one) => one.key === key) ? 'done' : 'adopted';
    await journal.add({ type: 'outcome', key, effect: 'build', result, facts: {}, fault: null });
  }
}

/** What the build says that it packaged, in its `model-detail.json`, is what was planned. */
async function checkDetail({ plan, aws, signal }: Sitting): Promise<void> {
  const key = plan.model.detail_key;
  if (key === null) return;
  const text = await readTextObject(aws, { bucket: plan.bucket, key }, signal);
  const parsed = modelDetailSchema.safeParse(parseJson(text ?? ''));
  if (parsed.success && parsed.data.manifest.gguf.sha256.toLowerCase() === plan.model.sha256) return;
  throw new Fault(
    'MODEL_UNREADABLE',
    `The build packaged another file than was planned: s3://${plan.bucket}/${key} does not say ${plan.model.sha256 ?? 'the checksum'}.`,
    'Undo the deployment with its objects, then plan it again.',
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What was packaged before is there: an archive, or anything under a prefix. */
async function findGiven(sitting: Sitting, object: ResourceOf<'model-object'>): Promise<void> {
  const { plan, aws, journal, signal } = sitting;
  const [, bucket = plan.bucket, key = object.name] = MODEL_DATA_URL.exec(plan.model.data?.url ?? '') ?? [];
  const isThere = key.endsWith('/')
    ? await hasObjects(sitting, bucket, key)
    : (await lookAtObject(aws, { bucket, key }, signal)) !== null;
  if (!isThere) {
    throw new Fault(
      'MODEL_MISSING',
      `There is nothing at s3://${bucket}/${key}.`,
      'Name the address of a packaged model, or upload one.',
    );
  }
  const outcome = {
    type: 'outcome',
    key: object.key,
    effect: 'create',
    result: 'adopted',
    facts: {},
    fault: null,
  } as const;
  if (journal.state().resources.get(object.key)?.presence !== 'there') await journal.add(outcome);
}

async function hasObjects({ aws, signal }: Sitting, Bucket: string, Prefix: string): Promise<boolean> {
  const { KeyCount = 0 } = await aws.call('s3:ListBucket', signal, (options) =>
    aws.s3().send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }), options),
  );
  return KeyCount > 0;
}

function notBuilt(name: string): Fault {
  return new Fault(
    'CLOUD_FAILED',
    `The build ended well, and ${name} is not there.`,
    'Read the log of the build, then go on from this step.',
  );
}
