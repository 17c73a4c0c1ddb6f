import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { containerProgram, type RunningServer, runProgram, untilReady } from '../run-program.ts';
import { type AwsCall, isRecord, textOf } from './aws-call.ts';
import { getObjectCall, listObjectsCall } from './backend.ts';
import type { AwsStandIn } from './open-aws.ts';
import type { Endpoint } from './sagemaker/sagemaker.ts';
import type { Item } from './shelf.ts';
import { readXml, xmlText } from './xml.ts';

const HEALTH_CHECK_FAILED =
  'The primary container for production variant main did not pass the ping health check. Please check CloudWatch logs for this endpoint.';

/** What a GPU would say of itself in the line of a container that runs here on the CPU. */
const AS_GPU = { device: 'NVIDIA L40S', backend: 'cuda', layers_requested: 'all' };

/**
 * Runs the real adapter behind the stand-in's endpoints: with the model's objects as they lie in S3 and the environment
 * that the SageMaker model has, in a process of its own, which ends with the endpoint.
 */
export class Containers {
  private readonly running = new Map<string, RunningServer>();
  private readonly folders: string[] = [];
  private readonly aws: AwsStandIn;

  constructor(aws: AwsStandIn) {
    this.aws = aws;
    aws.container = (name) => this.running.get(name)?.url ?? null;
    aws.sagemaker.startContainer = (endpoint, model) => this.start(endpoint, model);
    aws.sagemaker.onGone = ({ name }) => this.stop(name);
  }

  close(): void {
    for (const name of [...this.running.keys()]) this.stop(name);
    for (const folder of this.folders) rmSync(folder, { recursive: true, force: true });
  }

  private stop(name: string): void {
    this.running.get(name)?.child.kill('SIGKILL');
    this.running.delete(name);
  }

  private async start(endpoint: Endpoint, { input, region }: Item): Promise<string | null> {
    const container = isRecord(input.PrimaryContainer) ? input.PrimaryContainer : {};
    const environment = isRecord(container.Environment) ? container.Environment : {};
    const folder = mkdtempSync(join(tmpdir(), 'workbench-container-'));
    this.folders.push(folder);
    const source = isRecord(container.ModelDataSource) ? container.ModelDataSource.S3DataSource : {};
    await this.download(region, isRecord(source) ? textOf(source, 'S3Uri') : '', folder);
    const gpu = environment.DECISION_GPU_LAYERS !== undefined && environment.DECISION_GPU_LAYERS !== '0';
    const program = runProgram(containerProgram, ['serve'], {
      ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)])),
      DECISION_PORT: '0',
      DECISION_MODEL_DIR: folder,
      // This machine is small, and has no GPU.
      DECISION_THREADS: '1',
      DECISION_GPU_LAYERS: '0',
    });
    const group = `/aws/sagemaker/Endpoints/${endpoint.name}`;
    const stream = 'main/i-0123456789abcdef0';
    try {
      const server = await untilReady(program, 'out');
      const lines = program.written.out
        .trimEnd()
        .split('\n')
        .map((line) => (gpu ? asGpu(line) : line));
      await this.aws.writeLog(region, group, stream, lines);
      this.stop(endpoint.name);
      this.running.set(endpoint.name, server);
      return null;
    } catch {
      program.child.kill('SIGKILL');
      await this.aws.writeLog(
        region,
        group,
        stream,
        `${program.written.out}${program.written.err}`.trimEnd().split('\n'),
      );
      return HEALTH_CHECK_FAILED;
    }
  }

  private async download(region: string, uri: string, folder: string): Promise<void> {
    const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(uri) ?? [];
    if (bucket === '') return;
    for (let token: string | undefined, more = true; more; more = token !== undefined) {
      const page = readXml(
        String((await this.aws.backend.answer(listObjectsCall(region, bucket, prefix, token))).body),
      );
      for (const object of page.Contents ?? []) {
        const key = xmlText(object, 'Key') ?? '';
        const path = join(folder, key.slice(prefix.length));
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, (await this.answer(getObjectCall(region, bucket, key))).body);
      }
      token = xmlText(page, 'NextContinuationToken');
    }
  }

  private answer(call: AwsCall) {
    return this.aws.backend.answer(call);
  }
}

function asGpu(line: string): string {
  const entry: unknown = line.startsWith('{') ? JSON.parse(line) : null;
  if (!isRecord(entry) || entry.msg !== 'ready') return line;
  return JSON.stringify({ ...entry, ...AS_GPU, layers_offloaded: entry.layers_total });
}
