import { z } from 'zod';
import { Fault } from '../../../adapter/fault.ts';
import type { Plan } from '../plan/plan.ts';
import { findPlannedImage } from '../preflight/find-planned-image.ts';
import { readTextObject } from '../resources/object.ts';
import { recordFailure } from './ensure.ts';
import { ensureBuild } from './ensure-build.ts';
import { ensureSimple } from './ensure-simple.ts';
import { needResource } from './find-resource.ts';
import type { Sitting } from './sitting.ts';

/** What the build writes of the image that it pushed. */
const imageDetailSchema = z.looseObject({ digest: z.string().regex(/^sha256:[0-9a-f]{64}$/) });

/** Step 4: the image is known by its digest: found, or built from the source whose hash is its tag. */
export async function imageStep(sitting: Sitting): Promise<void> {
  const { plan, journal, tell } = sitting;
  const uri = plan.image.from === 'build' ? await ensureBuilt(sitting, plan.image) : await findNamed(sitting);
  await journal.add({ type: 'noted', key: '', facts: { image_uri: uri } });
  tell({ news: 'words', words: `Image ${uri}` });
}

async function findNamed({ plan, aws, signal, journal }: Sitting): Promise<string> {
  const known = journal.state().facts.image_uri;
  // What a tag pointed at in preflight is what is deployed, also when it points elsewhere by now.
  if (typeof known === 'string') return known;
  const uri = await findPlannedImage(aws, plan, signal);
  if (uri !== null) return uri;
  throw notFound(plan);
}

type BuiltImage = Extract<Plan['image'], { from: 'build' }>;

async function ensureBuilt(sitting: Sitting, image: BuiltImage): Promise<string> {
  const { plan, aws, signal, journal, tell } = sitting;
  await ensureSimple(sitting, needResource(plan, 'repository'));
  const { key } = needResource(plan, 'image');
  const there = await findPlannedImage(aws, plan, signal);
  if (there !== null) {
    if (journal.state().resources.get(key)?.presence !== 'there') {
      const facts = { digest: digestOf(there) };
      await journal.add({ type: 'outcome', key, effect: 'build', result: 'adopted', facts, fault: null });
    }
    tell({ news: 'words', words: 'An image of the same source is there already.' });
    return there;
  }
  await journal.add({ type: 'intent', key, effect: 'build', facts: {} });
  try {
    await ensureBuild(sitting, needResource(plan, 'image-project'), 'image-build');
    const built = await findPlannedImage(aws, plan, signal);
    if (built === null) throw notFound(plan);
    const said = await readDetail(sitting, image);
    if (said !== digestOf(built)) {
      throw new Fault(
        'CLOUD_FAILED',
        `The build says that it pushed ${said}, and the registry has ${digestOf(built)} under the tag ${image.tag}.`,
        'Somebody else may have pushed to the repository. Remove the image, then go on from this step.',
      );
    }
    const facts = { digest: said };
    await journal.add({ type: 'outcome', key, effect: 'build', result: 'done', facts, fault: null });
    return built;
  } catch (error) {
    await recordFailure(sitting, key, 'build', error);
    throw error;
  }
}

async function readDetail({ plan, aws, signal }: Sitting, image: BuiltImage): Promise<string> {
  const text = await readTextObject(aws, { bucket: plan.bucket, key: image.detail_key }, signal);
  try {
    return imageDetailSchema.parse(JSON.parse(text ?? '')).digest;
  } catch (cause) {
    throw new Fault(
      'CLOUD_FAILED',
      `The build wrote no usable image-detail.json at s3://${plan.bucket}/${image.detail_key}.`,
      'Read the log of the build, then go on from this step.',
      { cause },
    );
  }
}

function digestOf(uri: string): string {
  return uri.slice(uri.indexOf('@') + 1);
}

function notFound({ image, target }: Plan): Fault {
  const name = image.from === 'uri' ? image.uri : `${image.repository}:${image.tag}`;
  return new Fault(
    'NOT_FOUND',
    `The image ${name} was not found in ${target.region}.`,
    'Look whether repository and digest are right and in this region; or build the image.',
  );
}
