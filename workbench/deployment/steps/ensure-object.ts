import { Fault } from '../../../adapter/fault.ts';
import type { ResourceOf } from '../plan/resource.ts';
import { lookAtObject } from '../resources/object.ts';
import { recordFailure } from './ensure.ts';
import { assertGoingOn } from './going-on.ts';
import type { Sitting } from './sitting.ts';

/**
 * An object of ours is there with the bytes that are meant: found, or put there now.
 * @param sha256 of its bytes; null for an archive, whose key names what is in it
 * @param put makes it; its intent is in the journal before
 */
export async function ensureObject(
  sitting: Sitting,
  resource: ResourceOf<'source-object'> | ResourceOf<'model-object'>,
  sha256: string | null,
  put: () => Promise<void>,
): Promise<void> {
  const { plan, aws, journal, signal } = sitting;
  const { key, name } = resource;
  assertGoingOn(signal);
  const place = { bucket: plan.bucket, key: name };
  const isIt = async () => {
    const seen = await lookAtObject(aws, place, signal);
    return seen !== null && (sha256 === null || seen.facts.sha256 === sha256) ? seen : null;
  };
  const seen = await isIt();
  if (seen !== null) {
    if (journal.state().resources.get(key)?.presence === 'there') return;
    await journal.add({ type: 'outcome', key, effect: 'upload', result: 'adopted', facts: seen.facts, fault: null });
    return;
  }
  await journal.add({ type: 'intent', key, effect: 'upload', facts: {} });
  try {
    await put();
    const there = await isIt();
    if (there === null) throw notThere(name);
    await journal.add({ type: 'outcome', key, effect: 'upload', result: 'done', facts: there.facts, fault: null });
  } catch (error) {
    await recordFailure(sitting, key, 'upload', error);
    throw error;
  }
}

function notThere(name: string): Fault {
  return new Fault('CLOUD_FAILED', `S3 took ${name}, and does not have it.`, 'Go on from this step.');
}
