import { Fault } from '../../adapter/fault.ts';
import type { Endpoint } from '../contract/endpoints.ts';
import { faultOfData } from '../contract/fault-of-error.ts';
import { choosePlaces, type PlaceOptions } from './aws-place.ts';
import type { WorkbenchClient } from './with-workbench.ts';

/**
 * The endpoint of ours with this name.
 * @throws Fault NOT_FOUND, INVALID_REQUEST (in more than one region), or why a region could not be asked
 */
export async function findEndpoint(client: WorkbenchClient, name: string, options: PlaceOptions): Promise<Endpoint> {
  const list = await client.endpoints.list(await choosePlaces(client, options));
  const found = list.endpoints.filter(({ ref }) => ref.name === name);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const [fault] = list.faults;
  if (found.length === 0 && fault !== undefined) throw faultOfData(fault.fault);
  if (found.length === 0) {
    throw new Fault(
      'NOT_FOUND',
      `There is no endpoint ${name} of ours.`,
      'Look with `endpoints`, or name another --region.',
    );
  }
  const regions = found.map(({ ref }) => ref.region).join(', ');
  const message = `${name} is there in ${regions}.`;
  throw new Fault('INVALID_REQUEST', message, 'Name one with --region.', { fields: [{ path: '--region', message }] });
}
