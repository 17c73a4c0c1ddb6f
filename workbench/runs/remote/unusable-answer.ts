import { Fault } from '../../../adapter/fault.ts';

/** An answer that says nothing about the decision. One may happen; several in a row end the run. */
export class UnusableAnswer extends Fault {
  constructor(host: string, why: string) {
    super(
      'ENDPOINT_FAILED',
      `${host} answered something that cannot be used: ${why}.`,
      'See whether the address is that of a server of this interface, and read its log.',
    );
  }
}
