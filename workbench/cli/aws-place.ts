import { Fault } from '../../adapter/fault.ts';
import type { WorkbenchClient } from './with-workbench.ts';

export interface PlaceOptions {
  region?: string[];
  profile?: string;
}

/**
 * The regions that a command looks into: those that are named, else that of the environment or the profile, and those of
 * our deployments; and the profile.
 * @throws Fault INVALID_REQUEST when there is none
 */
export async function choosePlaces(client: WorkbenchClient, { region, profile }: PlaceOptions) {
  const defaults = await client.deployments.defaults();
  const chosen = profile ?? defaults.profile;
  if (region !== undefined) return { regions: region, profile: chosen };
  const deployments = await client.deployments.list();
  const usual = defaults.profiles.find(({ name }) => name === profile)?.region ?? defaults.region;
  const known = deployments.map(({ plan }) => plan.target.region);
  const regions = [...new Set([...(usual === null ? [] : [usual]), ...known])];
  if (regions.length > 0) return { regions, profile: chosen };
  throw new Fault('INVALID_REQUEST', 'No region is named.', 'Name one with --region, or set AWS_REGION.', {
    fields: [{ path: '--region', message: 'No region is named.', limit: '--region, AWS_REGION, or that of a profile' }],
  });
}
