import type { FieldFault } from '../fault.ts';
import type { ValidationDetail } from '../wire/system-one/question.ts';

/** Why a request gets no result; each has one status and one sentence. */
export type RefusalReason = keyof typeof reasons;

interface Reason {
  status: 400 | 401 | 404 | 405 | 408 | 413 | 415 | 421 | 422 | 500 | 503 | 504;
  /** Name of the error in the System One interface. */
  type: string;
  message: string;
  /** Whether the same request may succeed later. */
  retryable: boolean;
}

const reasons = {
  invalid: { status: 400, type: 'invalid_request_error', message: 'The request breaks a rule.', retryable: false },
  'no-key': {
    status: 401,
    type: 'authentication_error',
    message: 'The key of this server is missing or wrong. Send it as “Authorization: Bearer KEY”.',
    retryable: false,
  },
  'no-route': { status: 404, type: 'not_found', message: 'There is nothing at this address.', retryable: false },
  'no-model': { status: 404, type: 'not_found', message: 'No such model is served here.', retryable: false },
  method: { status: 405, type: 'method_not_allowed', message: 'This method is not answered here.', retryable: false },
  'broken-off': { status: 400, type: 'invalid_request_error', message: 'The body broke off.', retryable: true },
  'too-large': { status: 413, type: 'request_too_large', message: 'The body is too large.', retryable: false },
  'not-json': {
    status: 415,
    type: 'unsupported_media_type',
    message: 'The body must be application/json in UTF-8.',
    retryable: false,
  },
  encoded: {
    status: 415,
    type: 'unsupported_media_type',
    message: 'The body must not be compressed.',
    retryable: false,
  },
  'wrong-host': {
    status: 421,
    type: 'invalid_request_error',
    message: 'Without a key this server answers to its loopback address alone.',
    retryable: false,
  },
  busy: {
    status: 503,
    type: 'overloaded_error',
    message: 'Another request is being scored. Try again in a moment; for more traffic run more instances.',
    retryable: true,
  },
  stopping: { status: 503, type: 'overloaded_error', message: 'The server is stopping.', retryable: true },
  loading: { status: 503, type: 'overloaded_error', message: 'The model is still being loaded.', retryable: true },
  away: {
    status: 503,
    type: 'overloaded_error',
    message: 'The model of this server is not loaded at the moment. Try again later.',
    retryable: true,
  },
  'took-too-long': {
    status: 504,
    type: 'timeout_error',
    message: 'Scoring took too long and was ended: the caller stops waiting soon after. Send less at once.',
    retryable: false,
  },
  inside: {
    status: 500,
    type: 'internal_error',
    message: 'Something failed inside. The log has the details under the id of this request.',
    retryable: false,
  },
} as const satisfies Record<string, Reason>;

export interface Refusal extends Reason {
  reason: RefusalReason;
  /** Stable code of the fault, when there is one. */
  code?: string;
  next?: string;
  fields?: readonly FieldFault[];
  /** In the form of the System One interface, where the request is one. */
  details?: readonly ValidationDetail[];
}

/** @param limit the limit that was exceeded, in words */
export function refuse(reason: RefusalReason, limit?: string): Refusal {
  const found = reasons[reason];
  return { ...found, reason, message: limit === undefined ? found.message : `${found.message} (${limit})` };
}
