import { Fault, type FieldFault } from '../fault.ts';
import { MAX_FAULTS } from './decision-limits.ts';

/**
 * The one fault for everything that is wrong with a request.
 * @param faults at least one; those past MAX_FAULTS are counted and left out
 */
export function invalidRequest(faults: readonly FieldFault[]): Fault {
  const first = faults[0];
  const where = first === undefined || first.path === '' ? '' : `${first.path}: `;
  const limit = first?.limit === undefined ? '' : ` (${first.limit})`;
  const more = faults.length > 1 ? ` And ${faults.length - 1} more.` : '';
  return new Fault(
    'INVALID_REQUEST',
    `The request breaks a rule. ${where}${first?.message ?? ''}${limit}${more}`,
    faults.length > 1 ? 'Correct the fields that are listed.' : 'Correct that field.',
    { fields: faults.slice(0, MAX_FAULTS) },
  );
}
