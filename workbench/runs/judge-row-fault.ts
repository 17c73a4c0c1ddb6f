import type { Fault, FaultCode } from '../../adapter/fault.ts';

/** What is a matter of one sample: the others can be scored all the same. Everything else ends the run. */
const ofOneSample: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'INVALID_REQUEST',
  'TOO_MANY_TOKENS',
  'TOO_MANY_OPTIONS',
  'CHAT_TEMPLATE_FAILED',
  'SLOT_NOT_ONE_TOKEN',
  'NON_FINITE_LOGIT',
]);

/** Whether a fault becomes a failed row, and the run goes on. */
export function isRowFault(fault: Fault): boolean {
  return ofOneSample.has(fault.code);
}
