import { Table } from '@mantine/core';
import type { Resource } from '../../../workbench/deployment/plan/resource.ts';
import { formatUsd } from '../format-usd.ts';
import classes from './plan.module.css';
import { ownershipWords, resourceWords, shortName } from './resource-words.ts';

/** Everything that is made or used, with what undo does with it. */
export function ResourceTable({ resources }: { resources: readonly Resource[] }) {
  return (
    <Table.ScrollContainer minWidth={620} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table fz="xs" verticalSpacing={5} horizontalSpacing="xs" className={classes.table} aria-label="Resources">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" w="36%">
              What
            </Table.Th>
            <Table.Th scope="col">Whose</Table.Th>
            <Table.Th scope="col" ta="right">
              Cost an hour
            </Table.Th>
            <Table.Th scope="col">Undo</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {resources.map(({ key, kind, name, why, ownership, price, removal }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={600} title={why}>
                {resourceWords[kind]}
                <span className={classes.name} title={name}>
                  {shortName(name)}
                </span>
              </Table.Th>
              <Table.Td>{ownershipWords[ownership]}</Table.Td>
              <Table.Td ta="right" className={classes.money} title={price.words}>
                {costWords(price.source, price.usd_per_hour)}
              </Table.Td>
              <Table.Td>{removal.sentence}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function costWords(source: Resource['price']['source'], usdPerHour: number | null): string {
  if (source === 'by-use') return 'by use';
  if (source === 'free') return 'nothing';
  return usdPerHour === null ? 'unknown' : formatUsd(usdPerHour);
}
