import { asFault, Fault } from '../../../adapter/fault.ts';
import { AwsFault, isAwsFault } from '../aws/aws-fault.ts';
import { identify } from '../aws/identify.ts';
import type { Aws } from '../aws/open-aws.ts';
import type { ResourceRecord } from '../journal/fold-journal.ts';
import type { Journal } from '../journal/open-journal.ts';
import { isRemoved } from '../plan/removal.ts';
import type { Resource, ResourceKind, UndoChoice } from '../plan/resource.ts';
import { recordFailure } from '../steps/ensure.ts';
import { assertGoingOn } from '../steps/going-on.ts';
import { isOurs, whose } from '../steps/prove-ours.ts';
import { stopBuilds } from '../steps/run-build.ts';
import { recordsToUndo, type UsedElsewhere } from './list-removals.ts';
import { removableOf } from './remove-resource.ts';
import { createUsedByOthers, type UsedByOthers } from './used-by-others.ts';

/** What an endpoint needs as long as it is there. */
const NEEDED_BY_ENDPOINT: readonly ResourceKind[] = [
  'endpoint-config',
  'model',
  'model-object',
  'image',
  'repository',
  'execution-role',
  'bucket',
];

export interface UndoSitting {
  journal: Journal;
  aws: Aws;
  signal: AbortSignal;
  choices: readonly UndoChoice[];
  usedElsewhere: UsedElsewhere;
  /** Told of each thing before it is removed. */
  tell: (words: string) => void;
}

/**
 * Removes what the deployment made, in the planner's order, as far as it was asked for. Only what the journal and the tags
 * prove to be ours goes; what is gone already counts as removed; what cannot go stays in the journal with its reason, and
 * the rest goes on. What ends it stands in the journal.
 * @throws Fault IO_FAILED when the journal cannot be written
 */
export async function undoDeployment(sitting: UndoSitting): Promise<void> {
  const { journal, signal } = sitting;
  await journal.add({ type: 'begun', work: 'undo' });
  const failed: { resource: Resource; fault: Fault }[] = [];
  const models = [...journal.state().resources.values()].filter(({ resource }) => resource.kind === 'model');
  const own = new Set(models.map(({ resource }) => resource.name));
  const usedByOthers = createUsedByOthers(sitting.aws, own, signal);
  try {
    await assertSameAccount(sitting);
    for (const record of recordsToUndo(journal.state())) {
      if (record.presence === 'gone') continue;
      assertGoingOn(signal);
      const fault = isRemoved(record.resource.removal, sitting.choices)
        ? await undoOne(
            sitting,
            record,
            failed.map(({ resource }) => resource.kind),
            usedByOthers,
          )
        : await stopWhatRuns(sitting, record);
      if (fault !== null) failed.push({ resource: record.resource, fault });
    }
  } catch (error) {
    const fault = asFault(error).toData();
    const how = signal.aborted || fault.code === 'CANCELLED' ? 'cancelled' : 'failed';
    await journal.add({ type: 'ended', how, fault });
    return;
  }
  if (failed.length === 0) await journal.add({ type: 'ended', how: 'done', fault: null });
  else await journal.add({ type: 'ended', how: 'failed', fault: notAll(failed).toData() });
}

/** A project may stay, and what it builds must not: it costs by the minute. @returns why that could not be stopped */
async function stopWhatRuns(
  { journal, aws, signal }: UndoSitting,
  { resource: { kind, name, key }, facts }: ResourceRecord,
): Promise<Fault | null> {
  if ((kind !== 'image-project' && kind !== 'model-project') || facts.build_attempt === undefined) return null;
  try {
    await stopBuilds(aws, name, signal);
    return null;
  } catch (error) {
    await recordFailure({ journal }, key, 'build', error);
    if (endsUndo(error)) throw error;
    return asFault(error);
  }
}

/** Removes one thing. @returns why it could not be removed; null when it is gone, or stays for a good reason */
async function undoOne(
  sitting: UndoSitting,
  { resource }: ResourceRecord,
  failedKinds: readonly ResourceKind[],
  usedByOthers: UsedByOthers,
): Promise<Fault | null> {
  const { journal, aws, signal, usedElsewhere, tell } = sitting;
  const { key, kind, name } = resource;
  const keep = async (why: string, next: string): Promise<Fault> => {
    const fault = new Fault('CONFLICT', why, next);
    await journal.add({ type: 'outcome', key, effect: 'remove', result: 'kept', facts: {}, fault: fault.toData() });
    return fault;
  };
  const user = usedElsewhere(resource);
  if (user !== null) {
    await keep(user, 'Undo that one too.');
    return null;
  }
  if (failedKinds.includes('endpoint') && NEEDED_BY_ENDPOINT.includes(kind)) {
    return keep(`${name} stays, since the endpoint is still there.`, 'Remove the endpoint first: undo again.');
  }
  const { plans } = journal.state();
  const bucket = plans.at(-1)?.bucket ?? '';
  const details = plans.flatMap(({ image, model }) => [
    ...(image.from === 'build' ? [image.detail_key] : []),
    ...(model.detail_key === null ? [] : [model.detail_key]),
  ]);
  const removable = removableOf(aws, signal, resource, bucket, kind === 'source-object' ? [...new Set(details)] : []);
  try {
    let digest: unknown = null;
    if (removable.blindly !== true) {
      const seen = await removable.look();
      if (seen === null) {
        await journal.add({ type: 'outcome', key, effect: 'remove', result: 'absent', facts: {}, fault: null });
        return null;
      }
      const halfMade = seen.tags !== null && Object.keys(seen.tags).length === 0 && isHalfMade(sitting, key);
      if (!halfMade && !isOurs(resource, journal.id, seen.tags)) {
        await keep(
          `${name} was left alone: it is not what this deployment made, since ${whose(seen.tags)}.`,
          'Remove it yourself if it is not needed.',
        );
        return null;
      }
      digest = seen.facts.digest;
    }
    const other = resource.ownership === 'shared' ? await usedByOthers({ resource, bucket, digest }) : null;
    if (other !== null) {
      await keep(other, 'It goes with the last that uses it.');
      return null;
    }
    tell(`Removing the ${kind.replaceAll('-', ' ')} ${name}.`);
    await journal.add({ type: 'intent', key, effect: 'remove', facts: {} });
    await removable.remove();
    await journal.add({ type: 'outcome', key, effect: 'remove', result: 'done', facts: {}, fault: null });
    return null;
  } catch (error) {
    if (isAwsFault(error, 'absent')) {
      await journal.add({ type: 'outcome', key, effect: 'remove', result: 'absent', facts: {}, fault: null });
      return null;
    }
    await recordFailure({ journal }, key, 'remove', error);
    if (endsUndo(error)) throw error;
    const fault = asFault(error);
    if (isAwsFault(error, 'in-use') && (kind === 'bucket' || kind === 'repository')) {
      // Shared with others: that it is not empty is no failure.
      await keep(
        `${name} stays, since it is not empty. ${fault.message}`,
        'Undo with its contents, if they are yours.',
      );
      return null;
    }
    return fault;
  }
}

/** Whether nothing else would go either: no sign-in, no answer, no journal. */
function endsUndo(error: unknown): boolean {
  if (error instanceof AwsFault) return isAwsFault(error, 'signed-out', 'unreachable', 'cancelled', 'not-aws');
  return ['IO_FAILED', 'WORKSPACE_LOCKED', 'CANCELLED', 'UNEXPECTED'].includes(asFault(error).code);
}

/** Killed after it was made and before its tags: it has none, and the journal has the intent. */
function isHalfMade({ journal }: UndoSitting, key: string): boolean {
  const record = journal.state().resources.get(key);
  return record?.made === true && record.presence === 'maybe' && record.resource.kind === 'bucket';
}

async function assertSameAccount({ journal, aws, signal }: UndoSitting): Promise<void> {
  const { plan } = journal.state();
  const caller = await identify(aws, signal);
  if (plan === null || caller.account === plan.account.id) return;
  throw new Fault(
    'CONFLICT',
    `The deployment is in the account ${plan.account.id}, and you are signed in to ${caller.account}.`,
    'Sign in to its account, then undo again.',
  );
}

function notAll(failed: readonly { resource: Resource; fault: Fault }[]): Fault {
  const [first] = failed;
  const names = failed.map(({ resource }) => resource.name).join(', ');
  return new Fault(
    first?.fault.code ?? 'CLOUD_FAILED',
    `Not everything could be removed: ${names}. ${first?.fault.message ?? ''}`,
    first?.fault.next ?? 'Try again.',
    {
      fields: failed.flatMap(({ resource, fault }) => [
        { path: resource.key, message: fault.message },
        ...fault.fields,
      ]),
    },
  );
}
