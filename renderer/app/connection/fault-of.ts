import { ORPCError } from '@orpc/client';
import type { FaultData } from '../../../adapter/fault.ts';
import { faultDataSchema } from '../../../workbench/contract/fault-data.ts';

/** HTTP states with which a host says that this page's session is over. */
const SESSION_OVER = new Set([401, 403]);

/** The fault that a failed call stands for: the workbench's own, or one in words for a call that got no answer. */
export function faultOf(error: unknown): FaultData {
  if (error instanceof ORPCError) {
    const own = faultDataSchema.safeParse(error.data);
    if (own.success) return own.data;
    if (SESSION_OVER.has(error.status)) {
      return {
        code: 'IO_FAILED',
        message: 'This page is no longer signed in to the workbench, which was probably started anew.',
        next: 'Open the address that the workbench printed when it started.',
        fields: [],
      };
    }
    return unexpected(error.message);
  }
  if (error instanceof TypeError) {
    return {
      code: 'IO_FAILED',
      message: 'The workbench does not answer. It may have been closed.',
      next: 'Start it again; this page connects by itself.',
      fields: [],
    };
  }
  return unexpected(error instanceof Error ? error.message : String(error));
}

function unexpected(message: string): FaultData {
  return {
    code: 'UNEXPECTED',
    message: `Something failed that should not: ${message}`,
    next: 'Try again.',
    fields: [],
  };
}
