import { Fault, type FieldFault } from '../../../adapter/fault.ts';
import type { Plan } from '../plan/plan.ts';
import { typesOf } from '../plan/read-target.ts';

/** Why an endpoint did not come into service, in the service's words, and what to do about it. */
export function endpointFault(plan: Plan, reason: string, log: readonly string[]): Fault {
  const types = typesOf(plan.target.instances);
  const said = reason === '' ? '' : ` AWS says: ${reason}`;
  const fields: FieldFault[] = log.length === 0 ? [] : [{ path: 'log', message: log.join('\n') }];
  const stays = 'It stays on the list until it is removed.';
  if (/insufficient ?(instance ?)?capacity|unable to provision|no capacity/i.test(reason)) {
    return new Fault(
      'NO_CAPACITY',
      `No instance was free in ${plan.target.region}: ${types.join(', ')} ${types.length === 1 ? 'was' : 'were'} tried.${said}`,
      `Try again later, add other types, or choose another region. ${stays}`,
      { fields: [{ path: 'pools', message: types.join(', ') }, ...fields] },
    );
  }
  if (/ResourceLimitExceeded|quota|service limit/i.test(reason)) {
    return new Fault(
      'QUOTA_EXCEEDED',
      `The account may not have these instances: ${types.join(', ')}.${said}`,
      `Ask for more of “${types[0] ?? ''} for endpoint usage” in Service Quotas, or choose another type. ${stays}`,
      { fields },
    );
  }
  if (/image|ecr/i.test(reason) && !/health check/i.test(reason)) {
    return new Fault(
      'ENDPOINT_FAILED',
      `The image could not be started.${said}`,
      `Look whether the execution role may pull it and whether it is in ${plan.target.region}. ${stays}`,
      { fields },
    );
  }
  if (/health check|ping/i.test(reason)) {
    return new Fault(
      'ENDPOINT_FAILED',
      `The container did not pass its health check.${said}`,
      `Read its last lines: they say why it did not start, as a model that does not fit or a configuration that is not its own. ${stays}`,
      { fields },
    );
  }
  return new Fault(
    'ENDPOINT_FAILED',
    `The endpoint did not come into service.${said}`,
    `Undo, or go on to try again. ${stays}`,
    {
      fields,
    },
  );
}
