import type { AwsFaultKind } from './aws-fault.ts';

/** What an error of the SDK tells. */
export interface AwsErrorFacts {
  /** Its code, as in `AccessDeniedException`; empty when it has none. */
  name: string;
  message: string;
  /** HTTP status; null when nothing was answered. */
  status: number | null;
  /** For an error of the container behind an endpoint: what that said. */
  original: string | null;
  /** The status that the container gave; null when it gave none. */
  originalStatus: number | null;
  /** Whether the answer was a page and no answer of a service. */
  isPage: boolean;
}

export function readAwsError(error: unknown): AwsErrorFacts {
  const name = read(error, 'name');
  // Errors of the network carry their code beside a plain name.
  const code = read(error, 'code') || read(error, 'Code');
  const headers = field(field(error, '$response'), 'headers');
  const type = read(headers, 'content-type');
  const body = read(field(error, '$response'), 'body') || read(error, '$responseBodyText');
  const status = field(field(error, '$metadata'), 'httpStatusCode') ?? field(field(error, '$response'), 'statusCode');
  const originalStatus = field(error, 'OriginalStatusCode');
  return {
    name: name === '' || name === 'Error' || name === 'Unknown' || name === 'UnknownError' ? code || name : name,
    message: read(error, 'message') || read(error, 'Message'),
    status: typeof status === 'number' ? status : null,
    original: read(error, 'OriginalMessage') || null,
    originalStatus: typeof originalStatus === 'number' ? originalStatus : null,
    isPage: /text\/html/i.test(type) || /^\s*(<!doctype html|<html)/i.test(body),
  };
}

/** What the facts mean. Absence is only believed where a service says it in its own words. */
export function classifyAwsError(facts: AwsErrorFacts): AwsFaultKind {
  const { name, message, status } = facts;
  if (name === 'AbortError') return 'cancelled';
  // A model's own error may be any text; all other pages come from something that is not the service.
  if (name === 'PageAnswer' || (facts.isPage && name !== 'ModelError')) return 'not-aws';
  for (const [kind, names] of byName) if (names.test(name)) return refine(kind, facts);
  if (status === null) return /credential/i.test(name) ? 'signed-out' : 'unreachable';
  if (/^SyntaxError$|Deserialization error/.test(`${name} ${message}`)) return 'not-aws';
  // An answer to HEAD has no body, so its status is all there is.
  if (status === 401) return 'signed-out';
  if (status === 403) return 'denied';
  if (status === 429) return 'throttled';
  if (status >= 500) return 'unavailable';
  return 'invalid';
}

/** Names of the services' errors. The order decides where a pattern would take another's name. */
const byName: readonly (readonly [AwsFaultKind, RegExp])[] = [
  [
    'signed-out',
    /^(ExpiredToken|ExpiredTokenException|TokenRefreshRequired|InvalidClientTokenId|UnrecognizedClientException|InvalidAccessKeyId|SignatureDoesNotMatch|InvalidSignatureException|IncompleteSignature|MissingAuthenticationToken|MissingAuthenticationTokenException|InvalidToken|AuthFailure|RequestExpired|RequestTimeTooSkewed|CredentialsProviderError|TokenProviderError|UnauthorizedException)$/,
  ],
  ['throttled', /^(Throttl|TooManyRequests|RequestLimitExceeded|SlowDown|RequestThrottled|BandwidthLimitExceeded)/],
  ['denied', /^(AccessDenied|AccessDeniedException|UnauthorizedOperation|NotAuthorized|AuthorizationError|Forbidden)/],
  ['model-error', /^ModelError/],
  ['busy', /^ModelNotReady/],
  ['capacity', /InsufficientCapacity|InsufficientInstanceCapacity|CapacityError/],
  [
    'quota',
    /^(ResourceLimitExceeded|LimitExceeded|ServiceQuotaExceeded|QuotaExceeded|AccountLimitExceeded|TooManyBuckets)/,
  ],
  ['exists', /AlreadyExists|BucketAlreadyOwnedByYou/],
  [
    'absent',
    /^(NoSuch(Bucket|Key|Upload|Entity)|NotFound$|NotFoundException|ResourceNotFound|RepositoryNotFound|ImageNotFound|ObjectNotFound|ResourceNotFoundException)/,
  ],
  ['in-use', /^(ResourceInUse|DeleteConflict|BucketNotEmpty|RepositoryNotEmpty|ConflictException|OperationAborted)/],
  ['unreachable', /^(TimeoutError|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR)/],
  ['invalid', /^(Validation|InvalidInput|InvalidParameter|InvalidRequest|MalformedPolicy|BadRequest)/],
];

/** SageMaker says very different things under one name. */
function refine(kind: AwsFaultKind, { message, originalStatus }: AwsErrorFacts): AwsFaultKind {
  // The adapter's one context is taken; the platform hands its 503 on as a model's error.
  if (kind === 'model-error') return originalStatus === 503 ? 'busy' : kind;
  if (kind !== 'invalid' && kind !== 'in-use') return kind;
  if (/could not assume role|not authorized to perform: sts:AssumeRole/i.test(message)) return 'role-not-ready';
  // An image or a model's data that cannot be found is bad input; only the resource that was asked for is absent.
  if (/^Could not find (model|endpoint|endpoint configuration|resource) "/i.test(message)) return 'absent';
  if (/already exist/i.test(message)) return 'exists';
  if (/^Cannot (delete|update)|in-?progress|is in use/i.test(message)) return 'in-use';
  return kind;
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Reflect.get(value, name);
}

function read(value: unknown, name: string): string {
  const found = field(value, name);
  return typeof found === 'string' ? found : '';
}

/** The region that S3 names when it sends a caller elsewhere; null when it names none. */
export function bucketRegionOf(error: unknown): string | null {
  return read(field(field(error, '$response'), 'headers'), 'x-amz-bucket-region') || null;
}
