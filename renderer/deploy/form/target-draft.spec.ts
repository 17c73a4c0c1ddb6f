import { describe, expect, it } from 'vitest';
import { exampleFacts } from '../../../test/stand-ins/plan-facts.ts';
import type { DeploymentDefaults } from '../../../workbench/contract/deployments.ts';
import { planDeployment } from '../../../workbench/deployment/plan/plan-deployment.ts';
import { changeDraft, draftOfPlan, newDraft, readDraft, type TargetDraft } from './target-draft.ts';

const defaults: DeploymentDefaults = {
  profiles: [{ name: 'work', region: 'eu-central-1', kind: 'sso', sign_in: 'aws sso login --profile work' }],
  regions: ['eu-central-1'],
  profile: 'work',
  region: null,
  bucket: null,
  build_role_arn: null,
  execution_role_arn: null,
  names: { decisions: null, standard: null },
};
const now = new Date('2026-11-29T12:00:00Z');
const given = { name: 'decision-tickets', decision: 'tickets', now, updateOf: null };
const filled: TargetDraft = { ...newDraft(defaults), modelPath: '/models/a.gguf' };

function targetOf(draft: TargetDraft) {
  const { request, faults } = readDraft(draft, given);
  if (request === null) throw new Error(JSON.stringify(faults));
  return request.target;
}

describe('a new form', () => {
  it('starts from the environment, and from the region of its profile', () => {
    expect(newDraft(defaults)).toMatchObject({ profile: 'work', region: 'eu-central-1', makeBucket: true });
    const role = 'arn:aws:iam::123456789012:role/endpoint';
    expect(newDraft({ ...defaults, region: 'us-east-1', bucket: 'mine', execution_role_arn: role })).toMatchObject({
      region: 'us-east-1',
      bucket: 'mine',
      makeBucket: false,
      executionRole: role,
      makeExecutionRole: false,
    });
  });

  it('is a request once a model is chosen', () => {
    expect(targetOf(filled)).toMatchObject({
      instances: { kind: 'one', type: 'ml.c6i.8xlarge' },
      roles: { execution: { role: 'make' }, build: { role: 'make' } },
      bucket: { bucket: 'make', name: null },
      gpu_layers: 0,
      disagreement_limit: 0.02,
      expires_at: '2026-12-06T12:00:00.000Z',
    });
  });
});

describe('a changed form', () => {
  it('takes pools in the order of the list, all layers and the wider limit on a GPU', () => {
    const target = targetOf(
      changeDraft(changeDraft(filled, { accelerator: 'gpu' }), { pools: ['ml.g5.xlarge', 'ml.g6.xlarge'] }),
    );
    expect(target).toMatchObject({
      instances: {
        kind: 'pools',
        pools: [
          { type: 'ml.g5.xlarge', priority: 1 },
          { type: 'ml.g6.xlarge', priority: 2 },
        ],
      },
      gpu_layers: -1,
      disagreement_limit: 0.05,
    });
  });

  it('keeps a limit that somebody chose', () => {
    expect(changeDraft({ ...filled, limit: 0.1 }, { accelerator: 'gpu' }).limit).toBe(0.1);
  });

  it('has no configuration and the stock image where text is generated', () => {
    const draft = changeDraft({ ...filled, configuration: 'a'.repeat(64) }, { path: 'standard' });
    const { request } = readDraft(draft, given);
    expect(request?.configuration_sha256).toBeNull();
    expect(request?.target).toMatchObject({ image: { from: 'stock' }, instances: { type: 'ml.c6i.2xlarge' } });
  });

  it('never expires with no days', () => {
    expect(targetOf({ ...filled, days: 0 }).expires_at).toBeNull();
  });
});

describe('what is wrong', () => {
  it('is told at its field, all of it at once', () => {
    const { request, faults } = readDraft(
      { ...filled, region: 'europe', makeBucket: false, bucket: 'No', executionRole: 'role', makeExecutionRole: false },
      given,
    );
    expect(request).toBeNull();
    expect(faults.map(({ path }) => path).sort()).toEqual(['bucket.name', 'region', 'roles.execution.arn']);
    expect(faults.find(({ path }) => path === 'region')?.message).toBe('A region, as in us-east-1');
  });

  it('includes a model that is not chosen, bounds the wrong way round, and a pool twice', () => {
    const paths = (draft: TargetDraft) => readDraft(draft, given).faults.map(({ path }) => path);
    expect(paths({ ...filled, modelPath: '' })).toEqual(['model.path']);
    expect(paths({ ...filled, scaling: 'bounds', count: 3, most: 2 })).toEqual(['scaling.max']);
    expect(paths({ ...filled, accelerator: 'gpu', pools: ['ml.g5.xlarge', 'ml.g5.xlarge'] })).toEqual([
      'instances.pools',
    ]);
  });
});

it('opens for an update as the endpoint was deployed', () => {
  const plan = planDeployment(exampleFacts({ expires_at: null }));
  const draft = draftOfPlan(newDraft(defaults), plan);
  const { request } = readDraft(draft, { ...given, name: draft.name });
  expect(request?.target).toEqual(plan.target);
});
