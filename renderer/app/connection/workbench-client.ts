import type { ContractRouterClient } from '@orpc/contract';
import type { contract } from '../../../workbench/contract/contract.ts';

/** The workbench, as the interface sees it: every procedure of the contract as a typed call. */
export type WorkbenchClient = ContractRouterClient<typeof contract>;
