import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { benchFacts, writeModelFile } from '../../../test/deployment/bench-facts.ts';
import { listAccount } from '../../../test/deployment/list-account.ts';
import { deploy, openBenchAws, readJournalText, sit } from '../../../test/deployment/open-sitting.ts';
import { accessDenied } from '../../../test/stand-ins/aws/injected-faults.ts';
import type { MemoryBackend } from '../../../test/stand-ins/aws/memory/open-memory.ts';
import { type AwsStandIn, openMemoryAws } from '../../../test/stand-ins/aws/open-aws.ts';
import { temporaryFolder } from '../../../test/stand-ins/temporary-folder.ts';
import type { Aws } from '../aws/open-aws.ts';
import type { Plan } from '../plan/plan.ts';
import { planDeployment } from '../plan/plan-deployment.ts';
import { planSha256 } from '../planning/plan-sha256.ts';
import { rollBack } from './roll-back.ts';
import { runDeployment } from './run-deployment.ts';

const CONTENT = 'GGUF and some weights';
const FIRST = 'bench-12345678';
const bounds = (max: number) => ({ kind: 'bounds', min: 1, max, invocations_per_minute: 60 }) as const;

let standIn: AwsStandIn<MemoryBackend>;
let aws: Aws;
let folder: string;
let plan: Plan;

beforeEach(async () => {
  folder = temporaryFolder();
  standIn = await openMemoryAws();
  aws = await openBenchAws(standIn.endpoints());
  const path = writeModelFile(folder, CONTENT);
  const first = planDeployment(benchFacts(path, CONTENT, { scaling: bounds(2) }));
  expect((await deploy({ folder, plan: first, aws })).status).toBe('done');
  plan = planDeployment({ ...benchFacts(path, CONTENT, { scaling: bounds(3) }), revision: 1 });
  const updated = await sit({ folder, plan, aws }, async (sitting) => {
    await sitting.journal.add({ type: 'planned', plan_sha256: planSha256(plan), plan });
    await runDeployment(sitting, () => {});
  });
  expect([updated.status, maxima()]).toEqual(['done', [3]]);
  standIn.calls.length = 0;
});
afterEach(async () => {
  aws.close();
  await standIn.close();
});

const goBack = (previous: string | null) => sit({ folder, plan, aws }, (sitting) => rollBack(sitting, previous));
const maxima = () => standIn.scaling.targets.map(({ input }) => input.MaxCapacity);
const inForce = () => standIn.sagemaker.endpoints.items.map(({ config }) => config);
const changes = () =>
  standIn.calls.map(({ action }) => action).filter((action) => /^(Deregister|Register|Update)/.test(action));
const journalled = () =>
  readJournalText(folder, plan)
    .trim()
    .split('\n')
    .map((text): { type: string; effect?: string; key?: string; result?: string } => JSON.parse(text))
    .filter(({ type }) => type === 'intent' || type === 'outcome')
    .map(({ type, effect, key, result }) => `${type} ${effect} ${key?.split('/')[0]}${result ? ` ${result}` : ''}`);

describe('a roll-back', () => {
  it('takes scaling off before and sets that of the plan before after it, each with intent and outcome', async () => {
    const before = journalled().length;
    const state = await goBack(FIRST);
    expect(changes()).toEqual(['DeregisterScalableTarget', 'UpdateEndpoint', 'RegisterScalableTarget']);
    expect([maxima(), listAccount(standIn).endpoints]).toEqual([[2], ['bench']]);
    const endpoint = [...state.resources.values()].find(({ resource }) => resource.kind === 'endpoint');
    expect(endpoint).toMatchObject({ presence: 'there', facts: { config: FIRST, rolling_back_to: null } });
    expect(journalled().slice(before)).toEqual([
      'intent update endpoint',
      'intent remove scaling',
      'outcome remove scaling done',
      'outcome update endpoint done',
      'intent create scaling',
      'outcome create scaling done',
    ]);
  });

  it('that a lost answer interrupted goes on to where it was going, and updates once', async () => {
    standIn.faults.add(({ action }) => action === 'UpdateEndpoint', { kind: 'cut', when: 'after' });
    standIn.faults.add(({ action }) => action === 'RegisterScalableTarget', { kind: 'cut', when: 'before' });
    await expect(goBack(FIRST)).rejects.toMatchObject({ code: expect.any(String) });
    standIn.faults.clear();
    standIn.calls.length = 0;
    // What is in use has nothing before it now; the journal knows where it was going.
    const state = await goBack(null);
    expect([changes(), maxima()]).toEqual([['RegisterScalableTarget'], [2]]);
    const endpoint = [...state.resources.values()].find(({ resource }) => resource.kind === 'endpoint');
    expect(endpoint?.facts).toMatchObject({ config: FIRST, rolling_back_to: null });
    await expect(goBack(null)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('that is refused says why, and what goes on to run is scaled as before', async () => {
    standIn.faults.refuse('UpdateEndpoint', accessDenied);
    await expect(goBack(FIRST)).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
    expect([maxima(), inForce()]).toEqual([[3], [`${FIRST}-1`]]);
    expect(journalled()).toContain('outcome update endpoint failed');
  });
});
