export type AwsService =
  | 'sts'
  | 's3'
  | 'iam'
  | 'ecr'
  | 'logs'
  | 'sagemaker'
  | 'runtime'
  | 'codebuild'
  | 'servicequotas'
  | 'pricing'
  | 'application-autoscaling';

export type AwsInput = Record<string, unknown>;

/** One request as it arrived on the wire. */
export interface AwsCall {
  service: AwsService;
  /** From the credential's scope. */
  region: string;
  /** As the service calls it: `CreateEndpoint`, `PutObject`. */
  action: string;
  /** The JSON body; the form of a query service; of S3 the path, query and `x-amz-` headers. */
  input: AwsInput;
  accessKeyId: string;
  method: string;
  /** With the query. */
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  /** Set when the answer is known: its status, or 0 for a connection that was cut. */
  status?: number;
}

export interface AwsReply {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** What a service says no with. */
export class AwsRefusal extends Error {
  readonly code: string;
  /** HTTP. */
  readonly status: number;
  /** Further fields of the answer. */
  readonly extra: Record<string, unknown>;

  constructor(code: string, message: string, status = 400, extra: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.extra = extra;
  }
}

/** `a` of `{a: 'text'}`, '' when it is none. */
export function textOf(input: AwsInput, field: string): string {
  const value = input[field];
  return typeof value === 'string' ? value : '';
}

export function isRecord(value: unknown): value is AwsInput {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The records of a list; nothing for what is no list. */
export function recordsOf(value: unknown): AwsInput[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
