import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { awsServices } from '../../../workbench/deployment/aws/service-endpoints.ts';
import { ACCOUNT } from './account.ts';
import { AutoScaling } from './auto-scaling.ts';
import { type AwsCall, AwsRefusal, type AwsReply, textOf } from './aws-call.ts';
import { type Backend, serviceCall } from './backend.ts';
import { checkSignature } from './check-signature.ts';
import { CodeBuild } from './codebuild.ts';
import { InjectedFaults } from './injected-faults.ts';
import { MemoryBackend } from './memory/open-memory.ts';
import { Pricing } from './pricing.ts';
import { answerQuotas } from './quotas.ts';
import { readCall } from './read-call.ts';
import { jsonReply, refusalReply } from './replies.ts';
import { type BuildWorld, runSpecification } from './run-specification.ts';
import { invokeEndpoint } from './runtime.ts';
import { type Endpoint, SageMaker } from './sagemaker/sagemaker.ts';
import { simulatePolicy } from './simulate-policy.ts';
import { describeForeignImages } from './stock-images.ts';

/** An AWS account on the loopback address. */
export class AwsStandIn<B extends Backend = Backend> {
  /** What arrived, in order. */
  readonly calls: AwsCall[] = [];
  readonly faults = new InjectedFaults();
  readonly sagemaker = new SageMaker();
  readonly pricing = new Pricing();
  readonly scaling = new AutoScaling();
  readonly codebuild: CodeBuild;
  /** What builds do and how they end. */
  readonly builds: BuildWorld;
  /** Permissions that the simulation of policies finds missing. */
  readonly denied = new Set<string>();
  /** Address of the process behind an endpoint, as in `http://127.0.0.1:8080`; null for none. */
  container: (endpoint: string) => string | null = () => null;
  /** What a container writes when it starts, unless real ones run (see `Containers`). */
  containerLog: (endpoint: Endpoint) => string[] = () => [];
  /** Called with every call before anything else happens. */
  onCall: (call: AwsCall) => void = () => {};
  /** Called when a call had its effect, before anybody hears of it. */
  onEffect: (call: AwsCall) => void = () => {};
  /** As in `http://127.0.0.1:4566`. */
  url = '';
  readonly backend: B;
  private readonly server = createServer((request, response) => void this.serve(request, response));

  constructor(backend: B) {
    this.backend = backend;
    this.builds = { backend, failure: null, hubFile: Buffer.alloc(0), wrongDigest: false };
    this.codebuild = new CodeBuild(
      (build) => runSpecification(build, this.builds),
      (build, lines) => this.writeLog(build.project.region, build.group, build.stream, lines),
    );
    this.sagemaker.startContainer = async (endpoint) => {
      const group = `/aws/sagemaker/Endpoints/${endpoint.name}`;
      await this.writeLog(endpoint.region, group, 'main/i-0123456789abcdef0', this.containerLog(endpoint));
      return null;
    };
  }

  /** For `DECISION_WORKBENCH_AWS_ENDPOINTS`: every service at this address. */
  endpoints(): string {
    return JSON.stringify(Object.fromEntries(awsServices.map((name) => [name, this.url])));
  }

  /** Names of the calls so far, as in `sagemaker:CreateModel`. */
  actions(): string[] {
    return this.calls.map(({ service, action }) => `${service}:${action}`);
  }

  /** Inputs of all calls of one action. */
  sent(action: string): AwsCall['input'][] {
    return this.calls.filter((call) => call.action === action && call.status === 200).map(({ input }) => input);
  }

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const address = this.server.address();
    this.url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    return this;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    await this.backend.close();
  }

  /** Lines of a log that a service writes. */
  async writeLog(region: string, logGroupName: string, logStreamName: string, lines: string[]): Promise<void> {
    if (lines.length === 0) return;
    const at = Date.now();
    const send = (action: string, input: AwsCall['input']) =>
      this.backend.answer(serviceCall('logs', region, action, input)).catch((error: unknown) => {
        if (!(error instanceof AwsRefusal && error.code === 'ResourceAlreadyExistsException')) throw error;
      });
    await send('CreateLogGroup', { logGroupName });
    await send('CreateLogStream', { logGroupName, logStreamName });
    const logEvents = lines.map((message, index) => ({ timestamp: at + index, message }));
    await send('PutLogEvents', { logGroupName, logStreamName, logEvents });
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let call: AwsCall | null = null;
    try {
      call = await readCall(request);
      this.calls.push(call);
      const reply = await this.answer(call);
      if (reply === 'cut') return void request.socket.destroy();
      if (reply === 'hang') return;
      call.status = reply.status;
      send(response, reply);
    } catch (error) {
      const place = call ?? { service: 'sagemaker' as const, method: 'POST' };
      const refusal =
        error instanceof AwsRefusal
          ? error
          : new AwsRefusal(
              'StandInFailed',
              error instanceof Error ? (error.stack ?? error.message) : String(error),
              400,
            );
      if (call !== null) call.status = refusal.status;
      send(response, refusalReply(place, refusal));
    }
  }

  private async answer(call: AwsCall): Promise<AwsReply | 'cut' | 'hang'> {
    this.onCall(call);
    const trouble = this.faults.take(call);
    if (trouble?.kind === 'hang') {
      call.status = 0;
      return 'hang';
    }
    if (trouble?.kind === 'page') {
      return {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<!DOCTYPE html><html><body>It works!</body></html>',
      };
    }
    if (trouble?.kind !== 'hang-after' && trouble?.when === 'before') {
      if (trouble.kind === 'refuse') throw trouble.refusal(call);
      call.status = 0;
      return 'cut';
    }
    checkSignature(call);
    const reply = await this.dispatch(call)
      .catch((error: unknown) => {
        if (trouble === null) throw error;
        return null;
      })
      .finally(() => this.onEffect(call));
    if (trouble?.kind === 'refuse') throw trouble.refusal(call);
    if (trouble !== null || reply === null) {
      call.status = 0;
      return trouble?.kind === 'hang-after' ? 'hang' : 'cut';
    }
    return reply;
  }

  private async dispatch(call: AwsCall): Promise<AwsReply> {
    switch (call.service) {
      case 'sagemaker':
        return this.sagemaker.answer(call);
      case 'runtime':
        return invokeEndpoint(call, this.sagemaker, (name) => this.container(name));
      case 'codebuild':
        return this.codebuild.answer(call);
      case 'servicequotas':
        return answerQuotas(call, this.sagemaker.quotas);
      case 'pricing':
        return this.pricing.answer(call);
      case 'application-autoscaling':
        return this.scaling.answer(call);
      case 'iam':
        if (call.action === 'SimulatePrincipalPolicy') return simulatePolicy(call, this.denied);
        return this.backend.answer(call);
      case 'ecr':
        if (![ACCOUNT, ''].includes(textOf(call.input, 'registryId'))) return jsonReply(describeForeignImages(call));
        return this.backend.answer(call);
      default:
        return this.backend.answer(call);
    }
  }
}

/** An account whose storage, roles, images and logs are in this process. */
export function openMemoryAws(): Promise<AwsStandIn<MemoryBackend>> {
  return new AwsStandIn(new MemoryBackend()).open();
}

function send(response: ServerResponse, { status, headers, body }: AwsReply): void {
  response.writeHead(status, headers).end(body);
}
