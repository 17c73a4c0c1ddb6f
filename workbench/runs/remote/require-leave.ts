import { Fault } from '../../../adapter/fault.ts';
import type { Disclosure } from '../../contract/remote.ts';

/** @throws Fault INVALID_REQUEST that says what would leave, unless nothing would */
export function requireLeave(disclosures: readonly Disclosure[]): void {
  if (disclosures.length === 0) return;
  throw new Fault(
    'INVALID_REQUEST',
    `Texts would leave this machine. ${disclosures.map(({ sentence }) => sentence).join(' ')}`,
    'Start it again and say that they may, or score on this machine.',
    { fields: [{ path: 'may_leave', message: 'Nobody said that they may.' }] },
  );
}
