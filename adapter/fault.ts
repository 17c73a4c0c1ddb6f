/**
 * What went wrong, as data. Every error that can reach a person is a Fault: a stable code, a sentence that says what
 * happened and why, the fields at fault, and what to do next. Hosts show it in their own way.
 */
export type FaultCode =
  | 'INVALID_REQUEST' // the request breaks a rule; `fields` says where
  | 'TOO_MANY_TOKENS' // the prompt exceeds the token budget; never truncated
  | 'TOO_MANY_OPTIONS' // more options than this prompt version or this model has slots
  | 'NO_CHAT_TEMPLATE' // the model file has none; a built-in one must be chosen
  | 'SEVERAL_CHAT_TEMPLATES' // the model file has several and none is the default
  | 'CHAT_TEMPLATE_FAILED' // the template cannot be rendered
  | 'SLOT_NOT_ONE_TOKEN' // a slot label is not one distinct token for this model
  | 'SELF_TEST_FAILED' // the readout disagrees with the engine's own probabilities
  | 'NON_FINITE_LOGIT' // the engine returned a number that is not finite
  | 'NO_MODEL' // nothing is loaded and nothing was chosen
  | 'MODEL_MISSING' // the file is not there any more
  | 'MODEL_UNREADABLE' // the file is damaged or no GGUF
  | 'MODEL_UNSUPPORTED' // a sound GGUF that this engine cannot run
  | 'OUT_OF_MEMORY'
  | 'ENGINE_FAILED' // the engine stopped in a way that none of the above names
  | 'CANCELLED'
  | 'NOT_FOUND'
  | 'CONFLICT' // somebody else changed it in between
  | 'WORKSPACE_LOCKED' // another process has this workspace open
  | 'FILE_DAMAGED' // a file of the workspace cannot be read; the rest opens
  | 'DOWNLOAD_FAILED'
  | 'IO_FAILED' // the file system refused
  | 'SIGNED_OUT' // no valid sign-in to the cloud; the field `command` says how
  | 'ACCESS_DENIED' // the cloud does not allow it; the field `policy` is what to add
  | 'QUOTA_EXCEEDED' // the account may not have more of it
  | 'NO_CAPACITY' // the cloud has no such machine free
  | 'THROTTLED' // too many calls, also after some tries
  | 'BUSY' // the endpoint has its hands full
  | 'ENDPOINT_FAILED' // what runs in the cloud failed; the field `log` has its last lines
  | 'CLOUD_FAILED' // the cloud refused or failed in a way that none of the above names
  | 'TOOK_TOO_LONG' // a deadline passed
  | 'UNEXPECTED';

/** One field at fault. */
export interface FieldFault {
  /** Where, as in `options[2].id`; the empty string is the whole request. */
  path: string;
  /** What is wrong with it, in words. */
  message: string;
  /** The limit that was exceeded, in words, when there is one. */
  limit?: string;
}

/** A fault as it crosses a boundary (contract, HTTP, command line). */
export interface FaultData {
  code: FaultCode;
  message: string;
  next: string;
  fields: FieldFault[];
}

/** The one error class of the project. Its message is for people: what happened and why. */
export class Fault extends Error {
  readonly code: FaultCode;
  /** What to do next, as a sentence. */
  readonly next: string;
  readonly fields: FieldFault[];

  constructor(
    code: FaultCode,
    message: string,
    next: string,
    options: { fields?: FieldFault[]; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Fault';
    this.code = code;
    this.next = next;
    this.fields = options.fields ?? [];
  }

  toData(): FaultData {
    return { code: this.code, message: this.message, next: this.next, fields: this.fields };
  }
}

/** The fault that an unknown error stands for; a Fault is returned as it is. */
export function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new Fault(
    'UNEXPECTED',
    `Something failed that should not: ${message}`,
    'Try again; if it happens again, report it with the log.',
    {
      cause: error,
    },
  );
}
