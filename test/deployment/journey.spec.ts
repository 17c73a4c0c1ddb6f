import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeConfigurationFile } from '../../adapter/configuration/configuration-file.ts';
import { configurationSha256 } from '../../adapter/configuration/configuration-sha256.ts';
import { starterIsHere, starterPath, tinyPaths } from '../../fixtures/models/model-files.ts';
import { ACCOUNT, CREDENTIALS } from '../stand-ins/aws/account.ts';
import type { AwsInput } from '../stand-ins/aws/aws-call.ts';
import { AwsStandIn } from '../stand-ins/aws/open-aws.ts';
import { type Moto, motoIsHere, openMoto } from '../stand-ins/aws/open-moto.ts';
import { Containers } from '../stand-ins/aws/run-containers.ts';
import { foreignDigest } from '../stand-ins/aws/stock-images.ts';
import { starterLetters } from '../stand-ins/letters-configuration.ts';
import { programsAreBuilt } from '../stand-ins/run-program.ts';
import { temporaryFolder } from '../stand-ins/temporary-folder.ts';
import { openChat } from './chat-container.ts';
import { CommandLine } from './command-line.ts';
import { whatIsLeft } from './what-is-left.ts';

const canRun = programsAreBuilt() && starterIsHere() && motoIsHere();
/** Ten times what a busy machine of two cores was seen to need. */
const TIMEOUT_MS = 900_000;

describe.skipIf(!canRun)('from plan to nothing left (skipped without dist/, the starter model or moto)', () => {
  let moto: Moto;
  let aws: AwsStandIn;
  let containers: Containers;
  let cli: CommandLine;
  beforeAll(async () => {
    if (canRun) moto = await openMoto();
  });
  afterAll(async () => {
    await moto?.close();
  });
  beforeEach(async () => {
    await moto.empty();
    aws = await new AwsStandIn({ ...moto, close: async () => {} }).open();
    containers = new Containers(aws);
    cli = new CommandLine(temporaryFolder(), aws.endpoints());
    cli.useOneThread();
  });
  afterEach(async () => {
    containers?.close();
    await aws?.close();
  });

  it('CPU: deploy, ask, update, go back, delete', { timeout: TIMEOUT_MS }, async () => {
    const common = [
      '--model',
      starterPath,
      '--name',
      'Journey-CPU',
      '--context',
      '2048',
      '--decision',
      'Which queue, please?',
      '--expires',
      '3d',
    ];
    const { plan } = record(await cli.json('deploy', '--plan', ...common));
    expect(
      aws.calls.filter(({ method, action }) => method !== 'HEAD' && /^(Create|Put|Start|Upload)/.test(action)),
    ).toEqual([]);
    expect(record(record(plan).price)).toMatchObject({ usd_per_hour: 1.7, source: 'price-list', date: '2026-11-20' });

    const made = record(await cli.json('deploy', '--yes', ...common));
    expect(made).toMatchObject({
      state: 'done',
      fault: null,
      instance_type: 'ml.c6i.8xlarge',
      ready: { backend: 'cpu', layers_offloaded: 0, model_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      check: { verdict: 'agrees', largest_difference: 0 },
    });
    assertWire({ deployment: String(made.id), configuration: 'none' });
    const [config] = aws.sent('CreateEndpointConfig');
    const [variant] = list(config?.ProductionVariants);
    expect(variant).toMatchObject({ InstanceType: 'ml.c6i.8xlarge', InitialInstanceCount: 1 });
    expect(variant).not.toHaveProperty('InferenceAmiVersion');

    const { endpoints, leftovers, faults } = record(await cli.json('endpoints'));
    expect([leftovers, faults]).toEqual([[], []]);
    expect(endpoints).toMatchObject([
      {
        ref: { name: 'Journey-CPU' },
        status: 'InService',
        instance_type: 'ml.c6i.8xlarge',
        orphan: false,
        expired: false,
      },
    ]);

    writeFileSync(
      join(cli.folder, 'letters.json'),
      writeConfigurationFile({ name: 'letters', saved_at: '2026-11-29T12:00:00Z', configuration: starterLetters() }),
    );
    const updated = record(await cli.json('update', 'Journey-CPU', '--yes', '--configuration', 'letters.json'));
    const sha256 = configurationSha256(starterLetters());
    expect(updated).toMatchObject({
      state: 'done',
      check: { verdict: 'agrees' },
      ready: { readout: 'letters' },
    });
    const environment = record(record(aws.sent('CreateModel')[1]?.PrimaryContainer).Environment);
    expect(environment.DECISION_CONFIGURATION_SHA256).toBe(sha256);
    assertWire({ deployment: String(made.id), configuration: sha256 });
    // The same numbers here and there, to the last digit.
    expect(record(updated.check).largest_difference).toBe(0);
    const ticket = join(import.meta.dirname, '../../fixtures/decisions/support-ticket.json');
    const asked = record(await cli.json('invoke', 'Journey-CPU', ticket));
    expect(JSON.stringify(asked)).toContain(sha256);

    const back = await cli.run(['update', 'Journey-CPU', '--roll-back', '--yes']);
    expect(back.out).toMatch(/goes back to .*an hour.*\n.*InService/s);
    const [before, after] = aws.sent('UpdateEndpoint').map(({ EndpointConfigName }) => EndpointConfigName);
    expect(before).toBe(aws.sent('CreateEndpointConfig')[1]?.EndpointConfigName);
    expect(after).toBe(aws.sent('CreateEndpointConfig')[0]?.EndpointConfigName);

    const said = await cli.run(['teardown', 'Journey-CPU', '--everything']);
    expect(said.out).toContain('Journey-CPU');
    expect(aws.sagemaker.endpoints.names()).toEqual(['Journey-CPU']);
    await cli.run(['teardown', 'Journey-CPU', '--everything', '--yes']);
    expect(await whatIsLeft(aws)).toEqual([]);
    expect(record(await cli.json('endpoints'))).toMatchObject({ endpoints: [], leftovers: [] });
    assertNoSecret();
  });

  it('GPU: the pools in their order, and the first that has room', { timeout: TIMEOUT_MS }, async () => {
    aws.sagemaker.noCapacity.add('ml.g6e.xlarge');
    const common = [
      '--model',
      tinyPaths.llama,
      '--name',
      'journey-gpu',
      '--context',
      '2048',
      '--accelerator',
      'gpu',
      '--max-instances',
      '2',
    ];
    const made = record(await cli.json('deploy', '--yes', ...common, '--provision-timeout', '1200'));
    expect(made).toMatchObject({
      state: 'done',
      instance_type: 'ml.g6.2xlarge',
      ready: { backend: 'cuda', device: expect.stringContaining('NVIDIA') },
      check: { verdict: 'agrees' },
    });
    assertWire({ deployment: String(made.id), configuration: 'none' });
    const [variant] = list(aws.sent('CreateEndpointConfig')[0]?.ProductionVariants);
    expect(variant).toMatchObject({
      InstancePools: [
        { InstanceType: 'ml.g6e.xlarge', Priority: 1 },
        { InstanceType: 'ml.g6.2xlarge', Priority: 2 },
        { InstanceType: 'ml.g5.2xlarge', Priority: 3 },
        { InstanceType: 'ml.g4dn.2xlarge', Priority: 4 },
      ],
      VariantInstanceProvisionTimeoutInSeconds: 1200,
      InferenceAmiVersion: 'al2023-ami-sagemaker-inference-gpu-4-1',
      ModelDataDownloadTimeoutInSeconds: 900,
      ContainerStartupHealthCheckTimeoutInSeconds: 900,
    });
    expect(variant).not.toHaveProperty('InstanceType');
    const environment = record(record(aws.sent('CreateModel')[0]?.PrimaryContainer).Environment);
    expect(environment.DECISION_GPU_LAYERS).toBe('-1');
    expect(aws.scaling.targets.map(({ input }) => [input.MinCapacity, input.MaxCapacity])).toEqual([[1, 2]]);
    await cli.run(['teardown', '--all', '--everything', '--yes']);
    expect(await whatIsLeft(aws)).toEqual([]);
    assertNoSecret();
  });

  it('standard path: the stock image by its digest, and text', { timeout: TIMEOUT_MS }, async () => {
    const chat = await openChat();
    aws.sagemaker.startContainer = async () => null;
    aws.container = () => chat.url;
    try {
      const common = ['--path', 'standard', '--model', tinyPaths.llama, '--name', 'journey-chat'];
      const made = record(await cli.json('deploy', '--yes', ...common));
      expect(made).toMatchObject({ state: 'done', check: { verdict: 'not-compared' } });
      const { Image, Environment } = record(aws.sent('CreateModel')[0]?.PrimaryContainer);
      const digest = foreignDigest('llama-cpp', 'server-sagemaker-cpu-v1');
      expect(Image).toBe(`763104351884.dkr.ecr.us-east-1.amazonaws.com/llama-cpp@${digest}`);
      expect(Environment).toMatchObject({ SM_LLAMA_CPP_CTX_SIZE: '4096' });
      const [variant] = list(aws.sent('CreateEndpointConfig')[0]?.ProductionVariants);
      expect(variant).toMatchObject({ InstanceType: 'ml.c6i.2xlarge' });
      assertWire({ deployment: String(made.id), configuration: 'none' });
      const { out } = await cli.run(['invoke', 'journey-chat', '--message', 'hello there']);
      expect(out).toContain('hello there');
      await cli.run(['teardown', 'journey-chat', '--everything', '--yes']);
      expect(await whatIsLeft(aws)).toEqual([]);
      assertNoSecret();
    } finally {
      chat.close();
    }
  });

  /** What every deployment has in common on the wire. */
  function assertWire({ deployment, configuration }: { deployment: string; configuration: string }): void {
    const [model] = aws.sent('CreateModel').slice(-1);
    expect(model?.EnableNetworkIsolation).toBe(true);
    const { Image, Environment } = record(model?.PrimaryContainer);
    expect(Image).toMatch(/^[^@\s]+@sha256:[0-9a-f]{64}$/);
    const values = Object.values(record(Environment)).map((value) => Buffer.byteLength(String(value)));
    expect(Math.max(...values)).toBeLessThanOrEqual(1024);
    const creations = ['CreateModel', 'CreateEndpointConfig', 'CreateEndpoint', 'CreateProject', 'CreateRepository'];
    for (const action of creations) {
      for (const input of aws.sent(action)) {
        const tags = list(input.Tags ?? input.tags).map((tag) => [tag.Key ?? tag.key, tag.Value ?? tag.value]);
        expect(Object.fromEntries(tags), action).toMatchObject({
          'decision-workbench:application': 'decision-workbench',
          'decision-workbench:deployment': deployment,
          'decision-workbench:decision': expect.any(String),
          'decision-workbench:configuration': expect.any(String),
          'decision-workbench:created-by': expect.stringContaining(ACCOUNT),
          'decision-workbench:expires': expect.any(String),
        });
      }
    }
    const newest = list(model?.Tags).find(({ Key }) => Key === 'decision-workbench:configuration');
    expect(newest?.Value).toBe(configuration);
    for (const input of aws.sent('CreateRole')) expect(input['Tags.member.1.Key']).toMatch(/^decision-workbench:/);
    const stored = aws.calls.filter(({ action }) => action === 'PutObject' || action === 'CreateMultipartUpload');
    for (const { input } of stored) expect(input['x-amz-tagging']).toContain(deployment);
  }

  /** Nothing that was written holds a credential: no journal, no log, no answer. */
  function assertNoSecret(): void {
    const texts = [cli.written];
    for (const entry of readdirSync(cli.folder, { recursive: true, encoding: 'utf8' })) {
      const path = join(cli.folder, entry);
      if (statSync(path).isFile()) texts.push(readFileSync(path, 'latin1'));
    }
    const journals = readdirSync(join(cli.folder, 'workspace/deployments'));
    expect(journals.length).toBeGreaterThan(0);
    for (const secret of Object.values(CREDENTIALS)) {
      for (const text of texts) expect(text.includes(secret)).toBe(false);
    }
    for (const id of journals) {
      const { mode } = statSync(join(cli.folder, 'workspace/deployments', id, 'journal.jsonl'));
      if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600);
    }
  }
});

function record(value: unknown): AwsInput {
  if (typeof value !== 'object' || value === null) throw new Error(`This is no record: ${JSON.stringify(value)}`);
  return Object.fromEntries(Object.entries(value));
}

function list(value: unknown): AwsInput[] {
  return Array.isArray(value) ? value.map(record) : [];
}
