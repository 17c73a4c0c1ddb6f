import { ORPCError } from '@orpc/client';
import { asFault, Fault, type FaultData } from '../../adapter/fault.ts';
import { faultDataSchema } from './fault-data.ts';

/** The fault that an error of a call over the contract stands for: its typed error's data, or the error itself. */
export function faultOfError(error: unknown): Fault {
  if (!(error instanceof ORPCError)) return asFault(error);
  const data = faultDataSchema.safeParse(error.data);
  if (!data.success) return asFault(error);
  return faultOfData(data.data);
}

/** A fault as it came over the contract, as the error that it was. */
export function faultOfData({ code, message, next, fields }: FaultData): Fault {
  return new Fault(code, message, next, { fields });
}
