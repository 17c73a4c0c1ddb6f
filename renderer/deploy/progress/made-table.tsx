import { Table } from '@mantine/core';
import type { Deployment, DeploymentResourceState } from '../../../workbench/contract/deployments.ts';
import classes from '../plan/plan.module.css';
import { resourceWords, shortName } from '../plan/resource-words.ts';

const words: Readonly<Record<DeploymentResourceState['state'], string>> = {
  planned: 'not made',
  unsure: 'may be there: looked at when it goes on',
  made: 'there',
  adopted: 'was there, is used',
  gone: 'gone',
  'not-removed': 'still there',
};

/** What there is of a deployment, what may cost first. */
export function MadeTable({ deployment }: { deployment: Deployment }) {
  const there = deployment.resources.filter(({ state }) => state !== 'planned');
  const sorted = there.toSorted((one, other) => weight(one) - weight(other));
  return (
    <Table.ScrollContainer minWidth={460} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table fz="xs" verticalSpacing={5} horizontalSpacing="xs" className={classes.table} aria-label="What there is">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">What</Table.Th>
            <Table.Th scope="col">State</Table.Th>
            <Table.Th scope="col">Costs while it exists</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sorted.map((resource) => (
            <Table.Tr key={resource.key}>
              <Table.Th scope="row" fw={600}>
                {resourceWords[resource.kind]}
                <span className={classes.name}>{shortName(resource.name)}</span>
              </Table.Th>
              <Table.Td>
                {words[resource.state]}
                {resource.reason !== null && <span className={classes.next}>{resource.reason}</span>}
              </Table.Td>
              <Table.Td>{resource.costs && resource.state !== 'gone' ? 'yes' : 'no'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function weight({ costs, state }: DeploymentResourceState): number {
  if (state === 'gone') return 3;
  if (state === 'not-removed') return 0;
  return costs ? 1 : 2;
}
