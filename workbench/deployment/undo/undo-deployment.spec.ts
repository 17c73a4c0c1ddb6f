import { BatchGetBuildsCommand, CodeBuildClient, StartBuildCommand } from '@aws-sdk/client-codebuild';
import { AddTagsCommand, DeleteTagsCommand, SageMakerClient } from '@aws-sdk/client-sagemaker';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { benchFacts, writeModelFile } from '../../../test/deployment/bench-facts.ts';
import { EMPTY_ACCOUNT, listAccount } from '../../../test/deployment/list-account.ts';
import { deploy, openBenchAws, sit, undoAll } from '../../../test/deployment/open-sitting.ts';
import { AwsRefusal } from '../../../test/stand-ins/aws/aws-call.ts';
import { clientSettings } from '../../../test/stand-ins/aws/clients.ts';
import { expired } from '../../../test/stand-ins/aws/injected-faults.ts';
import type { MemoryBackend } from '../../../test/stand-ins/aws/memory/open-memory.ts';
import { type AwsStandIn, openMemoryAws } from '../../../test/stand-ins/aws/open-aws.ts';
import { restoreAccount, saveAccount } from '../../../test/stand-ins/aws/save-account.ts';
import { temporaryFolder } from '../../../test/stand-ins/temporary-folder.ts';
import type { Aws } from '../aws/open-aws.ts';
import type { Plan } from '../plan/plan.ts';
import { planDeployment } from '../plan/plan-deployment.ts';
import { tagKeys } from '../plan/tags.ts';
import { undoDeployment } from './undo-deployment.ts';

const CONTENT = 'GGUF and some weights';

describe('an undo', () => {
  let standIn: AwsStandIn<MemoryBackend>;
  let aws: Aws;
  let empty: Buffer;
  let folder = '';
  let plan: Plan;
  beforeAll(async () => {
    standIn = await openMemoryAws();
    aws = await openBenchAws(standIn.endpoints());
    empty = saveAccount(standIn);
  });
  afterAll(async () => {
    aws.close();
    await standIn.close();
  });
  beforeEach(async () => {
    restoreAccount(standIn, empty);
    standIn.faults.clear();
    folder = temporaryFolder();
    plan = planDeployment(benchFacts(writeModelFile(folder, CONTENT), CONTENT));
    expect((await deploy({ folder, plan, aws })).status).toBe('done');
    standIn.calls.length = 0;
  });
  const undo = () => undoAll({ folder, plan, aws });
  const removals = () =>
    standIn.calls.map(({ action }) => action).filter((action) => /^(Delete|BatchDelete)/.test(action));

  it('takes the endpoint first, what it needs after it, and the bucket last', async () => {
    expect((await undo()).status).toBe('undone');
    const order = removals();
    const first = (action: string) => order.indexOf(action);
    expect(first('DeleteEndpoint')).toBe(0);
    expect(first('DeleteEndpointConfig')).toBeLessThan(first('DeleteModel'));
    expect(first('DeleteModel')).toBeLessThan(first('DeleteRole'));
    expect(first('BatchDeleteImage')).toBeLessThan(first('DeleteRepository'));
    expect(order.at(-1)).toBe('DeleteBucket');
  });

  it('of an endpoint that cannot go keeps what it needs, says so, and takes the rest', async () => {
    standIn.faults.refuse('DeleteEndpoint', () => new AwsRefusal('ValidationException', 'Cannot delete it now.'));
    const state = await undo();
    expect(state.status).toBe('undo-stopped');
    expect(state.fault?.message).toContain('bench');
    const left = listAccount(standIn);
    expect([left.endpoints, left.configs.length, left.models.length]).toEqual([['bench'], 1, 1]);
    expect(left.roles).toEqual(['bench-12345678-execution']);
    expect(left.projects).toEqual([]);
    const config = [...state.resources.values()].find(({ resource }) => resource.kind === 'endpoint-config');
    expect(config).toMatchObject({
      presence: 'kept',
      fault: { message: expect.stringContaining('endpoint is still') },
    });
    standIn.faults.clear();
    expect((await undo()).status).toBe('undone');
    expect(listAccount(standIn)).toEqual(EMPTY_ACCOUNT);
  });

  it('leaves alone what somebody put in the place of ours', async () => {
    const client = new SageMakerClient(clientSettings(standIn.url));
    const model = standIn.sagemaker.models.find('us-east-1', 'bench-12345678');
    const ResourceArn = model?.arn ?? '';
    await client.send(new DeleteTagsCommand({ ResourceArn, TagKeys: Object.values(tagKeys) }));
    await client.send(new AddTagsCommand({ ResourceArn, Tags: [{ Key: 'owner', Value: 'neighbour' }] }));
    client.destroy();
    const state = await undo();
    expect(listAccount(standIn).models).toEqual(['bench-12345678']);
    const record = [...state.resources.values()].find(({ resource }) => resource.kind === 'model');
    expect(record).toMatchObject({ presence: 'kept', fault: { message: expect.stringContaining('left alone') } });
  });

  it('counts what is gone already as removed', async () => {
    restoreAccount(standIn, empty);
    const state = await undo();
    expect([state.status, state.fault]).toEqual(['undone', null]);
    expect([...state.resources.values()].every(({ presence }) => presence === 'gone')).toBe(true);
  });

  it('without a sign-in removes nothing, and says how to sign in', async () => {
    standIn.faults.add(() => true, { kind: 'refuse', when: 'before', refusal: expired });
    const state = await undo();
    expect(state).toMatchObject({ status: 'undo-stopped', fault: { code: 'SIGNED_OUT' } });
    expect(removals()).toEqual([]);
  });

  it('stops a build that runs, also where its project may stay', async () => {
    const client = new CodeBuildClient(clientSettings(standIn.url));
    const [project] = listAccount(standIn).projects;
    const { build } = await client.send(new StartBuildCommand({ projectName: project }));
    const state = await sit({ folder, plan, aws }, ({ journal, signal }) =>
      undoDeployment({ journal, aws, signal, choices: [], usedElsewhere: () => null, tell: () => undefined }),
    );
    expect(state.status).toBe('undone');
    const { builds } = await client.send(new BatchGetBuildsCommand({ ids: [build?.id ?? ''] }));
    expect(builds).toMatchObject([{ buildStatus: 'STOPPED' }]);
    expect(listAccount(standIn).projects).toContain(project);
    client.destroy();
  });

  it('in another account removes nothing', async () => {
    const elsewhere = { ...plan, account: { ...plan.account, id: '999999999999' } };
    const own = temporaryFolder();
    const state = await sit({ folder: own, plan: elsewhere, aws }, ({ journal, signal }) =>
      undoDeployment({ journal, aws, signal, choices: [], usedElsewhere: () => null, tell: () => undefined }),
    );
    expect(state).toMatchObject({ status: 'undo-stopped', fault: { code: 'CONFLICT' } });
    expect(removals()).toEqual([]);
  });

  it('keeps image and model that an endpoint of somebody else uses, of whom this journal knows nothing', async () => {
    const theirs = temporaryFolder();
    const facts = benchFacts(writeModelFile(theirs, CONTENT), CONTENT, { name: 'colleague' });
    const other = planDeployment({ ...facts, deployment_id: '019a0000-0000-7000-8000-0000aaaabbbb' });
    expect((await deploy({ folder: theirs, plan: other, aws })).status).toBe('done');
    const { images, objects } = listAccount(standIn);
    const state = await undo();
    expect([state.status, state.fault]).toEqual(['undone', null]);
    const left = listAccount(standIn);
    expect([left.endpoints, left.images]).toEqual([['colleague'], images]);
    expect(left.objects).toEqual(objects.filter((key) => key.startsWith('decision-workbench/models/')));
    const image = [...state.resources.values()].find(({ resource }) => resource.kind === 'image');
    expect(image).toMatchObject({
      presence: 'kept',
      fault: { message: expect.stringContaining('colleague-aaaabbbb') },
    });
    // The last of them takes all.
    expect((await undoAll({ folder: theirs, plan: other, aws })).status).toBe('undone');
    expect(listAccount(standIn)).toEqual(EMPTY_ACCOUNT);
  });

  it('leaves log and scaling of an endpoint alone that somebody made anew under the same name', async () => {
    const scaling = { kind: 'bounds', min: 1, max: 2, invocations_per_minute: 60 } as const;
    restoreAccount(standIn, empty);
    const own = temporaryFolder();
    const scaled = planDeployment(benchFacts(writeModelFile(own, CONTENT), CONTENT, { scaling }));
    expect((await deploy({ folder: own, plan: scaled, aws })).status).toBe('done');
    await standIn.writeLog('us-east-1', '/aws/sagemaker/Endpoints/bench', 'main/i', ['theirs']);
    const endpoint = standIn.sagemaker.endpoints.find('us-east-1', 'bench');
    if (endpoint === undefined) throw new Error('There is no endpoint');
    endpoint.tags = [{ Key: 'owner', Value: 'neighbour' }];
    const state = await undoAll({ folder: own, plan: scaled, aws });
    expect(state.status).toBe('undone');
    const left = listAccount(standIn);
    expect([left.endpoints, left.scaling.length]).toEqual([['bench'], 1]);
    expect(left.groups).toContain('/aws/sagemaker/Endpoints/bench');
  });
});
