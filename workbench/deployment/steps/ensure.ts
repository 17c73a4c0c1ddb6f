import { asFault, Fault } from '../../../adapter/fault.ts';
import { isAwsFault } from '../aws/aws-fault.ts';
import { waitFor } from '../aws/wait-for.ts';
import type { Facts } from '../journal/entry.ts';
import type { Resource } from '../plan/resource.ts';
import type { Seen } from '../resources/seen.ts';
import { assertGoingOn } from './going-on.ts';
import { isOurs, whose } from './prove-ours.ts';
import type { Sitting } from './sitting.ts';

/** How one kind of thing is looked at and made. */
export interface Driver {
  look(): Promise<Seen | null>;
  make(): Promise<Facts>;
  /** What making takes beside the first call; may be done again. */
  complete?: () => Promise<void>;
  /** Makes one that differs what was planned. */
  update?: () => Promise<void>;
  /** Hash of what `update` writes and no look shows. The journal has that of the last time. */
  written?: string;
}

/**
 * Looks, acts, records: afterwards exactly one of the resource is there, made now, made before, or found to be ours.
 * @returns what is known of it
 * @throws Fault CONFLICT for a foreign one of the same name, AwsFault, IO_FAILED
 */
export async function ensure(sitting: Sitting, resource: Resource, driver: Driver): Promise<Facts> {
  const { journal, signal } = sitting;
  assertGoingOn(signal);
  const seen = await driver.look();
  if (seen !== null) return adopt(sitting, resource, driver, seen);
  if (resource.ownership === 'given') throw missing(resource);
  const { key } = resource;
  await journal.add({ type: 'intent', key, effect: 'create', facts: {} });
  try {
    const facts = { ...(await driver.make()), ...writtenFact(driver) };
    await driver.complete?.();
    await journal.add({ type: 'outcome', key, effect: 'create', result: 'done', facts, fault: null });
    return facts;
  } catch (error) {
    // An answer that was lost, or somebody else in between: what is there now decides.
    if (isAwsFault(error, 'exists')) {
      const now = await driver.look();
      if (now !== null) return adopt(sitting, resource, driver, now);
    }
    await recordFailure(sitting, key, 'create', error);
    throw error;
  }
}

async function adopt(sitting: Sitting, resource: Resource, driver: Driver, seen: Seen): Promise<Facts> {
  const { journal, plan } = sitting;
  const { key } = resource;
  const record = journal.state().resources.get(key);
  // Killed between the making and its tags: the journal has the intent, and nobody else left a mark.
  const halfMade = record?.presence === 'maybe' && driver.complete !== undefined && isEmpty(seen.tags);
  if (resource.ownership !== 'given' && !halfMade && !isOurs(resource, plan.deployment_id, seen.tags)) {
    throw foreign(resource, seen);
  }
  const isOld = record?.presence === 'there' && driver.written !== undefined && record.facts.written !== driver.written;
  const differs = seen.differs ?? (isOld ? 'an earlier plan wrote other things into it' : null);
  if (differs !== null) {
    if (driver.update === undefined || resource.ownership === 'given') throw different(resource, differs);
    await journal.add({ type: 'intent', key, effect: 'update', facts: {} });
    try {
      await driver.update();
    } catch (error) {
      await recordFailure(sitting, key, 'update', error);
      throw error;
    }
  }
  if (record?.presence !== 'there' || differs !== null) {
    if (record?.presence === 'maybe') await driver.complete?.();
    const facts = { ...seen.facts, ...writtenFact(driver) };
    await journal.add({ type: 'outcome', key, effect: 'create', result: 'adopted', facts, fault: null });
  }
  return seen.facts;
}

function writtenFact({ written }: Driver): Facts {
  return written === undefined ? {} : { written };
}

/** Writes down that an effect failed, or that nobody knows. A journal that cannot be written is the smaller fault. */
export async function recordFailure(
  sitting: Pick<Sitting, 'journal'>,
  key: string,
  effect: 'create' | 'update' | 'upload' | 'build' | 'remove',
  error: unknown,
): Promise<void> {
  const fault = asFault(error);
  const unknown = isAwsFault(error, 'unreachable', 'unavailable', 'cancelled') || fault.code === 'CANCELLED';
  const result = unknown ? 'unknown' : 'failed';
  await sitting.journal
    .add({ type: 'outcome', key, effect, result, facts: {}, fault: fault.toData() })
    .catch(() => undefined);
}

/** A new role is known everywhere only after some seconds. */
const ROLE_DEADLINE_MS = 2 * 60_000;
const ROLE_LOOK_MS = 5000;

/** Does what needs a role that may be new; again while the service cannot take it on yet. */
export async function withNewRole<T>(
  { aws, signal }: Pick<Sitting, 'aws' | 'signal'>,
  work: () => Promise<T>,
): Promise<T> {
  let last: unknown = null;
  try {
    return await waitFor({
      look: async () => {
        try {
          return { answer: await work() };
        } catch (error) {
          if (!isAwsFault(error, 'role-not-ready')) throw error;
          last = error;
          return null;
        }
      },
      every: ROLE_LOOK_MS,
      atMost: ROLE_DEADLINE_MS,
      clock: aws.clock,
      signal,
      what: 'the role to be known',
      next: 'Look at its trust policy, then go on from this step.',
    }).then(({ answer }) => answer);
  } catch (error) {
    if (error instanceof Fault && error.code === 'TOOK_TOO_LONG' && last !== null) throw last;
    throw error;
  }
}

function isEmpty(tags: Seen['tags']): boolean {
  return tags !== null && Object.keys(tags).length === 0;
}

function foreign({ kind, name }: Resource, { tags }: Seen): Fault {
  return new Fault(
    'CONFLICT',
    `There is a ${kind.replaceAll('-', ' ')} named ${name} that this deployment did not make: ${whose(tags)}. It was left alone.`,
    'Plan the deployment with another name, or remove that one yourself if it is not needed.',
  );
}

function different({ kind, name }: Resource, differs: string): Fault {
  return new Fault(
    'CONFLICT',
    `The ${kind.replaceAll('-', ' ')} ${name} cannot be used: ${differs}.`,
    'Undo the deployment, or plan it again with another name.',
  );
}

function missing({ kind, name }: Resource): Fault {
  return new Fault(
    'NOT_FOUND',
    `The ${kind.replaceAll('-', ' ')} ${name}, which the plan uses, is not there.`,
    'Make it, name another one, or let the deployment make its own.',
  );
}
