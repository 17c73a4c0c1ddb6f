import { useQuery } from '@tanstack/react-query';
import type { AwsIdentity } from '../../../workbench/contract/deployments.ts';
import { regionSchema } from '../../../workbench/deployment/plan/target.ts';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';

export interface IdentityState {
  identity: AwsIdentity | undefined;
  error: unknown;
  checking: boolean;
  /** Asks again, with credentials that are read anew. */
  check: () => void;
}

/** Whose credentials a profile has; asked when profile and region are known, and again on request. */
export function useIdentity(profile: string, region: string): IdentityState {
  const { client } = useWorkbench();
  const place = regionSchema.safeParse(region.trim());
  const query = useQuery({
    queryKey: ['aws-identity', profile, place.data ?? ''],
    queryFn: ({ signal }) =>
      client.deployments.identity({ region: place.data ?? '', profile: profile === '' ? null : profile }, { signal }),
    enabled: place.success,
    staleTime: Number.POSITIVE_INFINITY,
    // Who is signed in can change whenever nobody looks.
    gcTime: 0,
  });
  return {
    identity: query.isError ? undefined : query.data,
    error: query.error,
    checking: query.isFetching,
    check: () => void query.refetch(),
  };
}
