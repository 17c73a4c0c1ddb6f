import { z } from 'zod';
import { Fault } from '../../../adapter/fault.ts';

/** The services that a deployment speaks to, by the names that their endpoints may be given under. */
export const awsServices = [
  'sts',
  's3',
  'iam',
  'ecr',
  'logs',
  'codebuild',
  'sagemaker',
  'sagemaker-runtime',
  'service-quotas',
  'pricing',
  'application-autoscaling',
] as const;
export type AwsService = (typeof awsServices)[number];

/** A JSON object: service → URL. For emulators, and for private addresses of the services. */
export const ENDPOINTS_VARIABLE = 'DECISION_WORKBENCH_AWS_ENDPOINTS';

const urlSchema = z.url({ protocol: /^https?$/ });
const endpointsSchema = z.partialRecord(z.enum(awsServices), urlSchema);
export type ServiceEndpoints = z.infer<typeof endpointsSchema>;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The addresses that the environment gives services; one that it does not name has its public address. The SDK reads
 * `AWS_ENDPOINT_URL` and `AWS_ENDPOINT_URL_<SERVICE>` itself; ours goes before them.
 * @throws Fault INVALID_REQUEST for a value that is no such object
 */
export function readServiceEndpoints(environment: Environment): ServiceEndpoints {
  const text = environment[ENDPOINTS_VARIABLE];
  if (text === undefined || text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refuse('it is no JSON', error);
  }
  const parsed = endpointsSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refuse(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'it breaks a rule'}`, parsed.error);
}

/** Whether S3 is not at its public address: only then the bucket stands in the path and not in the host's name. */
export function hasOwnS3(endpoints: ServiceEndpoints, environment: Environment): boolean {
  const given = [endpoints.s3, environment.AWS_ENDPOINT_URL_S3, environment.AWS_ENDPOINT_URL];
  return given.some((url) => url !== undefined && url !== '');
}

function refuse(why: string, cause: unknown): Fault {
  return new Fault(
    'INVALID_REQUEST',
    `${ENDPOINTS_VARIABLE} cannot be used: ${why}.`,
    `Give it as JSON, as in {"s3": "http://127.0.0.1:5000"}, with names among ${awsServices.join(', ')}; or leave it out.`,
    { fields: [{ path: ENDPOINTS_VARIABLE, message: why }], cause },
  );
}
