import { describe, expect, it } from 'vitest';
import { benchFacts } from '../../test/deployment/bench-facts.ts';
import type { Deployment } from '../contract/deployments.ts';
import type { DeploymentEvent } from '../deployment/deployments.ts';
import { planDeployment } from '../deployment/plan/plan-deployment.ts';
import { hasAnything, leftoversOf } from './leftovers.ts';
import type { Group } from './survey.ts';
import { undoKnown } from './undo-known.ts';

const plan = planDeployment(benchFacts('/models/a.gguf', 'GGUF'));
const place = { region: plan.target.region, profile: plan.target.profile };

type State = Deployment['resources'][number]['state'];

/** A deployment whose resources are all in one state, but for some kinds. */
function deployment(all: State, own: Partial<Deployment> = {}, some: Partial<Record<string, State>> = {}): Deployment {
  return {
    id: plan.deployment_id,
    plan,
    plan_sha256: 'a'.repeat(64),
    state: 'done',
    steps: [],
    resources: plan.resources.map(({ key, kind, name, arn }) => ({
      key,
      kind,
      name,
      arn,
      state: some[kind] ?? all,
      costs: kind === 'endpoint',
      reason: some[kind] === 'not-removed' ? 'It is in use.' : null,
    })),
    image_uri: null,
    instance_type: null,
    ready: null,
    check: null,
    fault: null,
    created_at: '2026-11-29T12:00:00.000Z',
    updated_at: '2026-11-29T12:00:00.000Z',
    costs_since: null,
    rolling_back_to: null,
    log_lines: 0,
    ...own,
  };
}

const groupOf = (known: Deployment, things: Group['things'] = []): Group => ({
  deployment_id: known.id,
  known,
  things,
  parts: [],
});

describe('leftovers of a deployment that the journal knows', () => {
  it('are what may be there of it while it has no endpoint, without what SageMaker would list', () => {
    const found = leftoversOf(
      groupOf(deployment('gone', {}, { bucket: 'made', image: 'unsure', model: 'unsure' })),
      place,
    );
    expect(found.map(({ kind }) => kind).toSorted()).toEqual(['bucket', 'image']);
    expect(found[0]).toMatchObject({ ...place, deployment_id: plan.deployment_id });
  });

  it('are none while it is at work, while it has its endpoint, and when all is gone', () => {
    const made = deployment('made');
    const endpoint = { kind: 'endpoint' as const, name: plan.target.name, arn: 'x', created_at: null, tags: {} };
    expect(leftoversOf(groupOf(made, [endpoint]), place)).toEqual([]);
    expect(leftoversOf(groupOf(deployment('made', { state: 'running' })), place)).toEqual([]);
    const gone = groupOf(deployment('gone', { state: 'undone' }));
    expect([leftoversOf(gone, place), hasAnything(gone)]).toEqual([[], false]);
  });
});

describe('undoKnown', () => {
  /** Deployments of which one is undone in the background, as the service does it. */
  function undoing(ended: Deployment) {
    const listeners = new Set<(event: DeploymentEvent) => void>();
    const asked: unknown[] = [];
    return {
      asked,
      listening: () => listeners.size,
      removals: async () =>
        plan.resources.map(({ key, kind, name }) => ({
          key,
          kind,
          name,
          action: 'remove' as const,
          sentence: 'It goes.',
        })),
      undo: async (request: unknown) => {
        asked.push(request);
        setTimeout(() => {
          for (const state of ['undoing', ended.state] as const) {
            for (const listener of listeners) listener({ what: 'deployment', deployment: { ...ended, state } });
          }
        });
        return { ...ended, state: 'undoing' as const };
      },
      get: async () => ended,
      onChange: (listener: (event: DeploymentEvent) => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
  }

  it('waits until it has ended, and says what became of each', async () => {
    const fault = { code: 'CONFLICT' as const, message: 'Not everything.', next: 'Again.', fields: [] };
    const ended = deployment('gone', { state: 'undo-failed', fault }, { bucket: 'not-removed' });
    const deployments = undoing(ended);
    const { removals, faults } = await undoKnown(deployments, plan.deployment_id, ['bucket']);
    expect(deployments.asked).toEqual([{ id: plan.deployment_id, choices: ['bucket'] }]);
    expect(faults).toEqual([fault]);
    expect(removals.filter(({ action }) => action === 'keep')).toMatchObject([
      { kind: 'bucket', sentence: 'It is in use.' },
    ]);
    expect(removals.find(({ kind }) => kind === 'endpoint')).toMatchObject({
      action: 'remove',
      sentence: 'It was removed.',
    });
    expect(deployments.listening()).toBe(0);
    for (const { sentence } of removals) expect(sentence).not.toMatch(/\b(goes|is deleted|is gone)\b/i);
  });
});
