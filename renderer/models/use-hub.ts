import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { WorkbenchEvent } from '../../workbench/contract/events.ts';
import type { UnfinishedDownload } from '../../workbench/contract/hub.ts';
import { useWorkbench, useWorkbenchEvents } from '../app/connection/use-workbench.tsx';

/** Downloads that are not complete, read anew whenever one begins, pauses or ends. */
export function useUnfinished(): { downloads: UnfinishedDownload[]; reread: () => void } {
  const { client } = useWorkbench();
  const cache = useQueryClient();
  const { data } = useQuery({ queryKey: ['unfinished-downloads'], queryFn: () => client.hub.unfinished() });
  const reread = useCallback(() => {
    void cache.invalidateQueries({ queryKey: ['unfinished-downloads'] });
    void cache.invalidateQueries({ queryKey: ['offered-models'] });
  }, [cache]);
  useWorkbenchEvents(
    useCallback(
      ({ type, ...event }: WorkbenchEvent) => {
        if (type !== 'job' || !('job' in event)) return;
        const { job } = event;
        // Its progress alone changes neither list.
        if (job.kind === 'download' && (job.progress === null || job.state !== 'running')) reread();
      },
      [reread],
    ),
  );
  return { downloads: data ?? [], reread };
}

/** Whether a file of a commit is being fetched. */
export function isFetched(
  downloads: readonly UnfinishedDownload[],
  repository: string,
  revision: string,
  file: string,
): boolean {
  return downloads.some(
    ({ job, wanted }) =>
      job !== null &&
      wanted.repository === repository &&
      wanted.revision === revision &&
      wanted.files[0]?.file === file,
  );
}

/** What the product offers by name. */
export function useOffered() {
  const { client } = useWorkbench();
  return useQuery({ queryKey: ['offered-models'], queryFn: () => client.hub.offered() }).data ?? [];
}
