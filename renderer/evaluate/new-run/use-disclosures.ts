import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FaultData } from '../../../adapter/fault.ts';
import type { Disclosure } from '../../../workbench/contract/remote.ts';
import type { Run, RunConfiguration } from '../../../workbench/contract/runs.ts';
import { faultOf } from '../../app/connection/fault-of.ts';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';

interface Leaving {
  /** Null while it is not known, also when nothing leaves. */
  disclosures: Disclosure[] | null;
  fault: FaultData | null;
  agreed: boolean;
  agree: (agreed: boolean) => void;
}

/** What would leave with these runs, and whether a person has agreed to just that. */
export function useDisclosures(setId: string, part: Run['part'], configurations: RunConfiguration[]): Leaving {
  const { client } = useWorkbench();
  const request = { set_id: setId, part, configurations };
  const asks = configurations.some(({ remote }) => remote !== undefined);
  const query = useQuery({
    queryKey: ['disclose', request],
    queryFn: ({ signal }) => client.runs.disclose(request, { signal }),
    enabled: asks,
  });
  const disclosures = asks ? (query.data ?? null) : null;
  // Agreed is to what was read: another sentence asks anew.
  const said = disclosures?.map(({ sentence }) => sentence).join('\n') ?? null;
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  return {
    disclosures,
    fault: asks && query.error !== null ? faultOf(query.error) : null,
    agreed: said !== null && agreedTo === said,
    agree: (agreed) => setAgreedTo(agreed ? said : null),
  };
}
