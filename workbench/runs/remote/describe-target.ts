import type { RemoteTarget } from '../../contract/remote.ts';
import type { Endpoints } from '../../endpoints/endpoints.ts';
import type { RemoteDescription } from './remote-scorer.ts';

/**
 * What the list of endpoints says of the one that a run asks: the instance that was really chosen, and the device of its
 * `ready` line. Nulls for one that is not ours; a run does without.
 */
export async function describeTarget(
  endpoints: Pick<Endpoints, 'list'>,
  { endpoint_name, region, profile }: Extract<RemoteTarget, { kind: 'endpoint' }>,
): Promise<RemoteDescription> {
  const { endpoints: listed } = await endpoints.list({ regions: [region], profile });
  const found = listed.find(({ ref }) => ref.name === endpoint_name && ref.region === region);
  return { device: found?.ready?.device ?? null, instance_type: found?.instance_type ?? null };
}
