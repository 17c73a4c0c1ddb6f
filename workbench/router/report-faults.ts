import { ORPCError, ValidationError } from '@orpc/server';
import { invalidRequest } from '../../adapter/decision/invalid-request.ts';
import { asFault, type Fault } from '../../adapter/fault.ts';
import type { WorkbenchLog } from '../log.ts';
import { listIssues } from '../store/read-document.ts';

/**
 * The typed error that a procedure's failure crosses the contract as: a Fault as its data, input that breaks its schema
 * as INVALID_REQUEST with its fields, all else as UNEXPECTED, whose stack stays in the log.
 */
export function reportFault(error: unknown, procedure: string, log: WorkbenchLog): ORPCError<'FAULT', unknown> {
  const fault = findFault(error);
  if (fault.code === 'UNEXPECTED') log.error({ procedure, error: describe(error) }, 'A procedure failed unexpectedly');
  return new ORPCError('FAULT', { message: fault.message, status: 400, data: fault.toData() });
}

function findFault(error: unknown): Fault {
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError) {
    return invalidRequest(listIssues({ issues: error.cause.issues.map(toIssue) }));
  }
  return asFault(error);
}

/** Standard Schema allows a path's step to be an object with the key. */
function toIssue(issue: ValidationError['issues'][number]): { path: PropertyKey[]; message: string } {
  const path = (issue.path ?? []).map((step) => (typeof step === 'object' ? step.key : step));
  return { path, message: issue.message };
}

function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  return { name: error.name, message: error.message, stack: error.stack, cause: String(error.cause ?? '') };
}
