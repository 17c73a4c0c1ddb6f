import { implement } from '@orpc/server';
import { contract } from '../contract/contract.ts';
import type { CallContext } from '../host.ts';
import type { WorkbenchLog } from '../log.ts';
import { reportFault } from './report-faults.ts';

/** The contract, ready to be implemented: whatever a procedure throws becomes the contract's one typed error. */
export function createImplementer(log: WorkbenchLog) {
  return implement(contract)
    .$context<CallContext>()
    .use(async ({ next, path }) => {
      try {
        return await next();
      } catch (error) {
        throw reportFault(error, path.join('.'), log);
      }
    });
}
export type Implementer = ReturnType<typeof createImplementer>;
