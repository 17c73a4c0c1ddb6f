import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../../../adapter/fault.ts';
import { tinyPaths } from '../../../fixtures/models/model-files.ts';
import { openBenchAws } from '../../../test/deployment/open-sitting.ts';
import { ACCOUNT } from '../../../test/stand-ins/aws/account.ts';
import { type AwsStandIn, openMemoryAws } from '../../../test/stand-ins/aws/open-aws.ts';
import { manualOrigin } from '../../../test/stand-ins/manual-origin.ts';
import { temporaryFolder } from '../../../test/stand-ins/temporary-folder.ts';
import type { PlanRequest } from '../../contract/deployments.ts';
import { openFileIndex } from '../../models/file-index.ts';
import { defaultTarget } from '../plan/default-target.ts';
import type { Plan } from '../plan/plan.ts';
import { createPlanner, type PlannerParts } from './planner.ts';

let aws: AwsStandIn;
beforeAll(async () => {
  aws = await openMemoryAws();
});
afterAll(() => aws.close());

const request: PlanRequest = {
  target: defaultTarget({
    path: 'decisions',
    accelerator: 'cpu',
    region: 'us-east-1',
    profile: null,
    name: 'tickets',
    model: { from: 'file', path: tinyPaths.llama },
    fast: false,
  }),
  configuration_sha256: null,
  decision: 'Tickets',
  check: { from: 'example' },
  update_of: null,
};

function planner(own: Partial<PlannerParts> = {}) {
  const nothing = () => {
    throw new Fault('NOT_FOUND', 'There is none.', 'Make one.');
  };
  return createPlanner({
    configurations: { get: nothing },
    samples: { load: nothing },
    fileIndex: openFileIndex(temporaryFolder()),
    openAws: () => openBenchAws(aws.endpoints()),
    imageSourceSha256: async () => 'e'.repeat(64),
    planOf: nothing,
    origin: manualOrigin(),
    ...own,
  });
}

describe('planning', () => {
  it('knows account, price and model, and makes nothing', async () => {
    const { plan, sha256 } = await planner().plan(request);
    expect(plan).toMatchObject({
      account: { id: ACCOUNT, partition: 'aws' },
      price: { usd_per_hour: 1.7, source: 'price-list', date: '2026-11-20' },
      model: { file: 'tiny-llama.gguf', local_path: tinyPaths.llama },
      revision: 0,
    });
    expect(plan.time.longest_seconds).not.toBeNull();
    expect(aws.actions().filter((action) => !/:(GetCallerIdentity|GetProducts)$/.test(action))).toEqual([]);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('gives a hash that is of the plan’s canonical JSON alone', async () => {
    const made = planner();
    const { plan, sha256 } = await made.plan(request);
    // Sorted keys without white space, written here by other means than the code's own.
    const sorted = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(sorted)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .sort(([a], [b]) => (a < b ? -1 : 1))
                .map(([k, v]) => [k, sorted(v)]),
            )
          : value;
    const text = JSON.stringify(sorted(JSON.parse(JSON.stringify(plan))));
    expect(createHash('sha256').update(text).digest('hex')).toBe(sha256);
    expect(made.confirmed(sha256)).toBe(plan);
    expect(() => made.confirmed('0'.repeat(64))).toThrow(/not known any more/);
  });

  it('is another plan each time, with another deployment', async () => {
    const made = planner();
    const [one, other] = [await made.plan(request), await made.plan(request)];
    expect(one.plan.deployment_id).not.toBe(other.plan.deployment_id);
    expect(one.sha256).not.toBe(other.sha256);
  });

  it('updates what is there under its name, and refuses another one', async () => {
    const before: Plan[] = [];
    const made = planner({ planOf: async () => before[0] ?? Promise.reject(new Error('none')) });
    const { plan } = await made.plan(request);
    before.push(plan);
    const update = { ...request, update_of: plan.deployment_id };
    const next = await made.plan(update);
    expect(next.plan).toMatchObject({ deployment_id: plan.deployment_id, revision: 1 });
    const other = { ...update, target: { ...update.target, name: 'others' } };
    await expect(made.plan(other)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('updates in the same account and bucket alone, where an undo looks', async () => {
    const { plan } = await planner().plan(request);
    const update = { ...request, update_of: plan.deployment_id };
    const elsewhere = { ...plan, account: { ...plan.account, id: '999999999999' } };
    await expect(planner({ planOf: async () => elsewhere }).plan(update)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('999999999999'),
    });
    const other = {
      ...update,
      target: { ...update.target, bucket: { bucket: 'given', name: 'another-one' } as const },
    };
    await expect(planner({ planOf: async () => plan }).plan(other)).rejects.toMatchObject({
      code: 'CONFLICT',
      fields: [{ path: 'target.bucket' }],
    });
  });

  it('of the image alone needs no model, and no instance', async () => {
    const target = { ...request.target, model: { from: 'file' as const, path: '/nowhere/m.gguf' } };
    const { plan } = await planner().plan({ ...request, target, only: 'image' });
    expect(plan.resources.map(({ kind }) => kind)).toEqual([
      'build-role',
      'bucket',
      'source-object',
      'repository',
      'image-project',
      'image',
      'log-group',
    ]);
    expect(plan.price).toMatchObject({ usd_per_hour: 0, source: 'free' });
  });

  it('says what is missing', async () => {
    const target = { ...request.target, model: { from: 'file' as const, path: '/nowhere/m.gguf' } };
    await expect(planner().plan({ ...request, target })).rejects.toMatchObject({ code: 'MODEL_MISSING' });
    await expect(planner().plan({ ...request, configuration_sha256: 'a'.repeat(64) })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
