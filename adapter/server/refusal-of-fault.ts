import type { Fault, FaultCode } from '../fault.ts';
import { type Refusal, refuse } from './refusal.ts';

/**
 * Faults that are the request's: with another body, or against another model, they would not come. Whatever is not among
 * them is a failure inside, whose words stay inside.
 */
const ofTheRequest: readonly FaultCode[] = [
  'INVALID_REQUEST',
  'TOO_MANY_TOKENS',
  'TOO_MANY_OPTIONS',
  'NO_CHAT_TEMPLATE',
  'SEVERAL_CHAT_TEMPLATES',
  'CHAT_TEMPLATE_FAILED',
  'SLOT_NOT_ONE_TOKEN',
];

/** Nothing is wrong with the request, and the same one may succeed later. */
const away: readonly FaultCode[] = ['NO_MODEL', 'MODEL_MISSING'];

/** What a caller of the decisions interface is told of a fault. */
export function refusalOfFault(fault: Fault): Refusal {
  if (away.includes(fault.code)) return refuse('away');
  if (!ofTheRequest.includes(fault.code)) return refuse('inside');
  const { message, code, next, fields } = fault;
  return { ...refuse('invalid'), message, code, next, fields };
}

/** The same for a caller of System One, whose errors of a body have status 422. */
export function systemOneRefusalOfFault(fault: Fault): Refusal {
  if (away.includes(fault.code)) return refuse('away');
  if (!ofTheRequest.includes(fault.code)) return refuse('inside');
  const type = fault.code.toLowerCase();
  return { ...refuse('invalid'), status: 422, details: [{ loc: ['body'], msg: fault.message, type }] };
}
