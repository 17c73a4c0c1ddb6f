import { AwsFault, isAwsFault } from '../aws/aws-fault.ts';
import type { Finding } from '../plan/plan.ts';
import type { ResourceOf } from '../plan/resource.ts';
import { lookAtBucket } from '../resources/bucket.ts';
import { isOurs, whose } from '../steps/prove-ours.ts';
import { finding, type Look } from '../steps/sitting.ts';

/** The bucket is where it has to be, and ours when we are to make it. */
export async function checkBucket(look: Look, bucket: ResourceOf<'bucket'>): Promise<Finding[]> {
  const { aws, plan, signal } = look;
  const refuse = (message: string, next: string) => [finding('refusal', bucket.key, message, next)];
  try {
    const seen = await lookAtBucket(aws, bucket.name, signal);
    if (seen === null) {
      if (bucket.ownership !== 'given') return [];
      return refuse(`The bucket ${bucket.name} is not there.`, 'Name another one, or let the deployment make it.');
    }
    if (seen.differs !== null) {
      return refuse(
        `The bucket ${bucket.name} cannot be used: ${seen.differs}.`,
        'Name a bucket in the region of the endpoint: SageMaker takes models from there alone.',
      );
    }
    const halfMade = seen.tags !== null && Object.keys(seen.tags).length === 0 && look.made(bucket.key);
    if (bucket.ownership === 'given' || halfMade || isOurs(bucket, plan.deployment_id, seen.tags)) return [];
    return refuse(
      `There is a bucket ${bucket.name} already, and ${whose(seen.tags)}.`,
      'Name it as one that exists, if it is yours to use, or choose another name.',
    );
  } catch (error) {
    if (!isAwsFault(error, 'denied')) throw error;
    throw new AwsFault('denied', error.action, {
      message: `The bucket ${bucket.name} is not yours to look at: it belongs to another account, or a permission is missing. ${error.message}`,
      next: `Choose another name. If it is yours: ${error.next}`,
      fields: error.fields,
    });
  }
}
