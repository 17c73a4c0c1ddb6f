import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBenchAws } from '../../../test/deployment/open-sitting.ts';
import { exampleFacts } from '../../../test/stand-ins/plan-facts.ts';
import { temporaryFolder } from '../../../test/stand-ins/temporary-folder.ts';
import { diskFileSystem } from '../../store/file-system.ts';
import { AwsFault, type AwsFaultKind } from '../aws/aws-fault.ts';
import { type Journal, openJournal } from '../journal/open-journal.ts';
import { APPLICATION } from '../plan/names.ts';
import type { Plan } from '../plan/plan.ts';
import { planDeployment } from '../plan/plan-deployment.ts';
import type { Resource, ResourceKind } from '../plan/resource.ts';
import { tagKeys } from '../plan/tags.ts';
import { planSha256 } from '../planning/plan-sha256.ts';
import type { Seen } from '../resources/seen.ts';
import { type Driver, ensure, withNewRole } from './ensure.ts';
import type { Sitting } from './sitting.ts';

const fault = (kind: AwsFaultKind) => new AwsFault(kind, 'test:Make', { message: kind, next: 'Try again.' });
const seen = (tags: Seen['tags'], differs: string | null = null): Seen => ({ tags, facts: { arn: 'found' }, differs });

let plan: Plan;
let journal: Journal;
let sitting: Sitting;
let done: string[];
beforeEach(async () => {
  plan = planDeployment(exampleFacts());
  const place = { fs: diskFileSystem, folder: temporaryFolder(), assertWritable: () => undefined };
  journal = await openJournal(place, plan.deployment_id, () => new Date());
  await journal.add({ type: 'planned', plan_sha256: planSha256(plan), plan });
  const nothing = () => {
    throw new Error('Nothing of AWS is asked.');
  };
  const signal = new AbortController().signal;
  // Of AWS only the clock is used here.
  const aws = await openBenchAws('{}');
  const material = { imageSource: nothing, archive: nothing, check: nothing };
  sitting = { plan, journal, aws, signal, material, tell: () => undefined };
  done = [];
});
afterEach(() => journal.close());

function resource(kind: ResourceKind): Resource {
  const found = plan.resources.find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`The plan has no ${kind}`);
  return found;
}
const ours = { [tagKeys.application]: APPLICATION };
const own = () => ({ ...ours, [tagKeys.deployment]: plan.deployment_id });
const others = { ...ours, [tagKeys.deployment]: '019a0000-0000-7000-8000-0000aaaabbbb' };

/** A driver that finds these one after the other, and notes what is done. */
function driver(finds: (Seen | null)[], parts: Partial<Driver> = {}): Driver {
  return {
    look: async () => {
      done.push('look');
      return finds.shift() ?? null;
    },
    make: async () => {
      done.push('make');
      return { arn: 'made' };
    },
    ...parts,
  };
}
const record = (kind: ResourceKind) => journal.state().resources.get(resource(kind).key);

describe('look, act, record', () => {
  it('makes what is not there, its intent written before', async () => {
    let before: unknown;
    const make = async () => {
      before = record('model')?.presence;
      return { arn: 'made' };
    };
    expect(await ensure(sitting, resource('model'), driver([null], { make }))).toEqual({ arn: 'made' });
    expect([before, record('model')?.presence]).toEqual(['maybe', 'there']);
  });

  it('takes over what it made before', async () => {
    await ensure(sitting, resource('model'), driver([seen(own())]));
    expect([done, record('model')?.presence]).toEqual([['look'], 'there']);
  });

  it.each([
    ['without tags', {}],
    ['of another deployment', others],
    ['of another application', { [tagKeys.application]: 'other' }],
  ])('leaves a foreign one of the same name alone: %s', async (_, tags) => {
    const ensured = ensure(sitting, resource('model'), driver([seen(tags)]));
    await expect(ensured).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('left alone') });
    expect([done, record('model')?.presence]).toEqual([['look'], 'not-made']);
  });

  it('shares what is shared with our other deployments', async () => {
    await ensure(sitting, resource('repository'), driver([seen(others)]));
    expect(record('repository')).toMatchObject({ presence: 'there', made: false });
  });

  it('a lost answer and a second try: what is there now is taken when it is ours', async () => {
    const make = () => Promise.reject(fault('exists'));
    await ensure(sitting, resource('model'), driver([null, seen(own())], { make }));
    expect(record('model')?.presence).toBe('there');
  });

  it('somebody was faster with the same name: it is refused', async () => {
    const make = () => Promise.reject(fault('exists'));
    await expect(ensure(sitting, resource('model'), driver([null, seen({})], { make }))).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('no answer at all: whether it is there is open', async () => {
    const make = () => Promise.reject(fault('unreachable'));
    await expect(ensure(sitting, resource('model'), driver([null], { make }))).rejects.toMatchObject({
      kind: 'unreachable',
    });
    expect(record('model')).toMatchObject({ presence: 'maybe', made: true });
  });

  it('a bucket that was made and not yet tagged is finished', async () => {
    const { key } = resource('bucket');
    await journal.add({ type: 'intent', key, effect: 'create', facts: {} });
    const complete = async () => void done.push('complete');
    await ensure(sitting, resource('bucket'), driver([seen({})], { complete }));
    expect([done, record('bucket')?.presence]).toEqual([['look', 'complete'], 'there']);
  });

  it('the same bucket without an intent of ours is somebody else’s', async () => {
    const complete = async () => void done.push('complete');
    await expect(ensure(sitting, resource('bucket'), driver([seen({})], { complete }))).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(done).toEqual(['look']);
  });

  it('what no look shows is written anew when a later plan means another text, and only then', async () => {
    const written = (text: string): Partial<Driver> => ({
      written: text,
      update: async () => void done.push('update'),
    });
    await ensure(sitting, resource('execution-role'), driver([null], written('one')));
    await ensure(sitting, resource('execution-role'), driver([seen(own())], written('one')));
    expect(done).toEqual(['look', 'make', 'look']);
    await ensure(sitting, resource('execution-role'), driver([seen(own())], written('two')));
    await ensure(sitting, resource('execution-role'), driver([seen(own())], written('two')));
    expect(done.slice(3)).toEqual(['look', 'update', 'look']);
    expect(record('execution-role')).toMatchObject({ presence: 'there', facts: { written: 'two' } });
  });

  it('what differs is brought to the plan, or refused where that cannot be', async () => {
    const update = async () => void done.push('update');
    await ensure(sitting, resource('image-project'), driver([seen(own(), 'older')], { update }));
    expect(done).toEqual(['look', 'update']);
    await expect(ensure(sitting, resource('model'), driver([seen(own(), 'another image')]))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('another image'),
    });
  });
});

describe('what needs a new role', () => {
  it('is tried again until the role is known', async () => {
    let tries = 0;
    const work = async () => {
      tries += 1;
      if (tries < 4) throw fault('role-not-ready');
      return tries;
    };
    expect(await withNewRole(sitting, work)).toBe(4);
  });

  it('ends with the reason when it never is, and at once for any other', async () => {
    await expect(withNewRole(sitting, () => Promise.reject(fault('role-not-ready')))).rejects.toMatchObject({
      kind: 'role-not-ready',
    });
    let tries = 0;
    const denied = () => {
      tries += 1;
      return Promise.reject(fault('denied'));
    };
    await expect(withNewRole(sitting, denied)).rejects.toMatchObject({ kind: 'denied' });
    expect(tries).toBe(1);
  });
});
