import { ORPCError } from '@orpc/server';
import { expect } from 'vitest';
import { faultDataSchema } from '../../workbench/contract/fault-data.ts';

/** The fault that a call fails with, as an interface sees it: the contract's typed error, its data sound. */
export async function faultOf(call: Promise<unknown>) {
  const error = await call.then(
    () => new Error('The call did not fail'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ORPCError)) throw error;
  expect(error.defined).toBe(true);
  expect(error.code).toBe('FAULT');
  return faultDataSchema.parse(error.data);
}
