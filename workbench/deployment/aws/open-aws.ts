import { ApplicationAutoScalingClient } from '@aws-sdk/client-application-auto-scaling';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { CodeBuildClient } from '@aws-sdk/client-codebuild';
import { ECRClient } from '@aws-sdk/client-ecr';
import { IAMClient } from '@aws-sdk/client-iam';
import { PricingClient } from '@aws-sdk/client-pricing';
import { S3Client } from '@aws-sdk/client-s3';
import { SageMakerClient } from '@aws-sdk/client-sagemaker';
import { SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime';
import { ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { STSClient } from '@aws-sdk/client-sts';
import { callAws } from './call-aws.ts';
import type { Clock } from './clock.ts';
import { clockOf } from './clock-of.ts';
import { type CredentialsProvider, createCredentials } from './credentials.ts';
import { requireProfile } from './profiles.ts';
import { refusePages } from './refuse-pages.ts';
import { type AwsService, hasOwnS3, readServiceEndpoints } from './service-endpoints.ts';

/** The price list has few addresses; this one answers for all regions. */
const PRICING_REGION = 'us-east-1';
/** A control plane answers within seconds. The SDK only warns at its limit unless it is told to throw. */
const REQUEST_TIMEOUT_MS = 60_000;
/** The platform gives a container 60 s; its answer needs its way back. */
const INVOKE_TIMEOUT_MS = 70_000;
const CONNECTION_TIMEOUT_MS = 10_000;
/** A part of 16 MiB over a slow line; one on which nothing moves ends sooner, by REQUEST_TIMEOUT_MS. */
const UPLOAD_TIMEOUT_MS = 20 * 60_000;

/** One way to get at a client of each service; a client is made when it is first asked for. */
export interface AwsClients {
  sts(): STSClient;
  s3(): S3Client;
  iam(): IAMClient;
  ecr(): ECRClient;
  logs(): CloudWatchLogsClient;
  codebuild(): CodeBuildClient;
  sagemaker(): SageMakerClient;
  runtime(): SageMakerRuntimeClient;
  quotas(): ServiceQuotasClient;
  pricing(): PricingClient;
  scaling(): ApplicationAutoScalingClient;
}

/** AWS as one profile sees it in one region. */
export interface Aws extends AwsClients {
  region: string;
  profile: string | null;
  clock: Clock;
  /**
   * Makes one call, with bounded retries.
   * @param action as IAM calls it: a denied call names it, as in `sagemaker:CreateModel`
   * @throws AwsFault
   */
  call<T>(action: string, signal: AbortSignal, send: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T>;
  /** Ends the connections. */
  close(): void;
}

/** What all clients of the SDK have in common, as far as it is used here. */
interface AnyClient {
  destroy(): void;
  middlewareStack: {
    add(step: typeof refusePages, options: { step: 'deserialize'; priority: 'low'; name: string }): void;
  };
}

export interface AwsOptions {
  region: string;
  profile: string | null;
  environment: Readonly<Record<string, string | undefined>>;
  clock?: Clock;
  /** Instead of the profile's, for tests. */
  credentials?: CredentialsProvider;
  /** Milliseconds, for tests. */
  requestTimeout?: number;
}

/**
 * Opens AWS for a profile and a region. The credentials are read anew: open it again to check a new sign-in.
 * @throws Fault INVALID_REQUEST (endpoints of the environment), NOT_FOUND (a profile that is not there)
 */
export async function openAws(options: AwsOptions): Promise<Aws> {
  const { region, profile, environment, clock = clockOf(options.environment) } = options;
  const endpoints = readServiceEndpoints(environment);
  if (options.credentials === undefined && profile !== null) await requireProfile(profile);
  const credentials = options.credentials ?? (await createCredentials(profile, region));
  const opened = new Map<string, { destroy(): void }>();
  // It is for whoever installs the SDK: ours is pinned, and works with the Node that the app needs.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

  function settings(service: AwsService, over: { region?: string; requestTimeout?: number } = {}) {
    const endpoint = endpoints[service];
    return {
      region: over.region ?? region,
      credentials,
      ...(endpoint === undefined ? {} : { endpoint }),
      // The retries are ours: they use the clock that was passed in, and end.
      maxAttempts: 1,
      requestHandler: {
        connectionTimeout: CONNECTION_TIMEOUT_MS,
        requestTimeout: options.requestTimeout ?? over.requestTimeout ?? REQUEST_TIMEOUT_MS,
        throwOnRequestTimeout: true,
        // Without a byte for so long: the limit above ends with the head of an answer, and its body may hang as well.
        socketTimeout:
          options.requestTimeout ?? (service === 'sagemaker-runtime' ? INVOKE_TIMEOUT_MS : REQUEST_TIMEOUT_MS),
      },
    };
  }

  function once<Client extends AnyClient>(name: string, make: () => Client): () => Client {
    let client: Client | null = null;
    return () => {
      if (client === null) {
        client = make();
        // Nearest to the wire of all steps that see an answer.
        client.middlewareStack.add(refusePages, { step: 'deserialize', priority: 'low', name: 'refusePages' });
        opened.set(name, client);
      }
      return client;
    };
  }

  return {
    region,
    profile,
    clock,
    call: (action, signal, send) =>
      callAws({ action, region, profile }, clock, signal, (abortSignal) => send({ abortSignal })),
    close() {
      for (const client of opened.values()) client.destroy();
    },
    sts: once('sts', () => new STSClient(settings('sts'))),
    s3: once(
      's3',
      () =>
        new S3Client({
          ...settings('s3', { requestTimeout: UPLOAD_TIMEOUT_MS }),
          forcePathStyle: hasOwnS3(endpoints, environment),
        }),
    ),
    iam: once('iam', () => new IAMClient(settings('iam'))),
    ecr: once('ecr', () => new ECRClient(settings('ecr'))),
    logs: once('logs', () => new CloudWatchLogsClient(settings('logs'))),
    codebuild: once('codebuild', () => new CodeBuildClient(settings('codebuild'))),
    sagemaker: once('sagemaker', () => new SageMakerClient(settings('sagemaker'))),
    runtime: once(
      'runtime',
      () => new SageMakerRuntimeClient(settings('sagemaker-runtime', { requestTimeout: INVOKE_TIMEOUT_MS })),
    ),
    quotas: once('quotas', () => new ServiceQuotasClient(settings('service-quotas'))),
    pricing: once('pricing', () => new PricingClient(settings('pricing', { region: PRICING_REGION }))),
    scaling: once('scaling', () => new ApplicationAutoScalingClient(settings('application-autoscaling'))),
  };
}
