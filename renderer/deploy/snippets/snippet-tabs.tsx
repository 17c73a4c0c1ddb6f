import { Loader, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { EndpointRef } from '../../../workbench/contract/endpoints.ts';
import { faultOf } from '../../app/connection/fault-of.ts';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';
import { CopyBlock } from '../../app/copy-block.tsx';
import { RemedyCard } from '../../app/fault/remedy-card.tsx';
import deploy from '../deploy-screen.module.css';

/** How the endpoint is called, as texts to be taken and run. */
export function SnippetTabs({ endpoint, deploymentId }: { endpoint: EndpointRef; deploymentId: string | null }) {
  const { client } = useWorkbench();
  const snippets = useQuery({
    queryKey: ['snippets', endpoint, deploymentId],
    queryFn: ({ signal }) => client.endpoints.snippets({ ref: endpoint, deployment_id: deploymentId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (snippets.error !== null) return <RemedyCard fault={faultOf(snippets.error)} />;
  const [first] = snippets.data ?? [];
  if (snippets.data === undefined || first === undefined) return <Loader size="sm" aria-label="Writing the snippets" />;
  return (
    <Tabs defaultValue={first.kind} keepMounted={false}>
      <Tabs.List aria-label="Snippets">
        {snippets.data.map(({ kind, title }) => (
          <Tabs.Tab key={kind} value={kind}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {snippets.data.map(({ kind, title, about, text }) => (
        <Tabs.Panel key={kind} value={kind} pt="xs">
          <div className={deploy.unfolded}>
            <p className={deploy.sentence}>{about}</p>
            <CopyBlock label={title} text={text} />
          </div>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
