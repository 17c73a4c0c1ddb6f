import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { benchFacts, sha256, writeModelFile } from '../../../test/deployment/bench-facts.ts';
import { EMPTY_ACCOUNT, listAccount } from '../../../test/deployment/list-account.ts';
import { deploy, openBenchAws, undoAll } from '../../../test/deployment/open-sitting.ts';
import type { MemoryBackend } from '../../../test/stand-ins/aws/memory/open-memory.ts';
import { type AwsStandIn, openMemoryAws } from '../../../test/stand-ins/aws/open-aws.ts';
import { restoreAccount, saveAccount } from '../../../test/stand-ins/aws/save-account.ts';
import { temporaryFolder } from '../../../test/stand-ins/temporary-folder.ts';
import type { Aws } from '../aws/open-aws.ts';
import { planDeployment } from '../plan/plan-deployment.ts';
import type { SittingNews } from './sitting.ts';

const CONTENT = 'GGUF of the hub';
const model = {
  from: 'hub',
  repository: 'owner/model',
  revision: 'a'.repeat(40),
  file: 'model.gguf',
  sha256: sha256(CONTENT),
  bytes: CONTENT.length,
} as const;

describe('a pinned model of the hub', () => {
  let aws: AwsStandIn<MemoryBackend>;
  let client: Aws;
  let empty: Buffer;
  let folder = '';
  beforeAll(async () => {
    aws = await openMemoryAws();
    aws.builds.hubFile = Buffer.from(CONTENT);
    client = await openBenchAws(aws.endpoints());
    empty = saveAccount(aws);
  });
  afterAll(async () => {
    client.close();
    await aws.close();
  });
  beforeEach(() => {
    folder = temporaryFolder();
    restoreAccount(aws, empty);
    aws.calls.length = 0;
  });
  function options() {
    const facts = benchFacts(writeModelFile(folder, CONTENT), CONTENT, { model });
    const files = [{ name: model.file, bytes: model.bytes, sha256: model.sha256, path: null }];
    const plan = planDeployment({ ...facts, model: { ...facts.model, files } });
    return { folder, plan, aws: client };
  }

  it('is fetched and checked by a build, and lies where the SageMaker model reads it', async () => {
    const state = await deploy(options());
    expect([state.status, state.fault]).toEqual(['done', null]);
    const [build] = aws.codebuild.builds;
    expect(build?.variables).toMatchObject({ MODEL_REVISION: model.revision, MODEL_SHA256S: model.sha256 });
    const prefix = build?.variables.MODEL_TARGET?.replace(/^s3:\/\/[^/]+\//, '') ?? '';
    expect(listAccount(aws).objects).toContain(`${prefix}model.gguf`);
    expect((await undoAll(options())).status).toBe('undone');
    expect(listAccount(aws)).toEqual(EMPTY_ACCOUNT);
  });

  it('that is stopped while it is built says that the build costs on, and is gone on with', async () => {
    const stop = new AbortController();
    aws.codebuild.stuck = true;
    const tell = (news: SittingNews) => {
      if (news.news === 'words' && /^Build .* runs/.test(news.words)) stop.abort();
    };
    const stopped = await deploy({ ...options(), signal: stop.signal, tell });
    aws.codebuild.stuck = false;
    expect([stopped.status, stopped.fault?.message]).toEqual(['cancelled', expect.stringContaining('by the minute')]);
    expect((await deploy(options())).status).toBe('done');
    expect(aws.codebuild.builds.filter(({ project }) => project.name.endsWith('-model'))).toHaveLength(1);
  });

  it('of another checksum stops the build, and the fault has its last lines', async () => {
    aws.builds.hubFile = Buffer.from('another file');
    const state = await deploy(options());
    aws.builds.hubFile = Buffer.from(CONTENT);
    expect(state.status).toBe('failed');
    expect(state.fault?.message).toContain('checksum');
    expect(state.fault?.fields.find(({ path }) => path === 'log')?.message).toContain('checksum');
    expect(listAccount(aws).models).toEqual([]);
  });

  it('that a build of ours made before is used again', async () => {
    await deploy(options());
    folder = temporaryFolder();
    const facts = benchFacts(writeModelFile(folder, CONTENT), CONTENT, { model, name: 'second' });
    const files = [{ name: model.file, bytes: model.bytes, sha256: model.sha256, path: null }];
    const deployment_id = '019a0000-0000-7000-8000-0000aaaabbbb';
    const plan = planDeployment({ ...facts, deployment_id, model: { ...facts.model, files } });
    const builds = aws.codebuild.builds.length;
    const state = await deploy({ folder, plan, aws: client });
    expect([state.status, state.fault]).toEqual(['done', null]);
    expect(aws.codebuild.builds).toHaveLength(builds);
  });
});
