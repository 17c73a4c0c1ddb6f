import { Table } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ComparisonWithLocal } from '../../../workbench/contract/deployments.ts';
import { formatNumber, formatSeconds, NOTHING } from '../../charts/format-number.ts';
import deploy from '../deploy-screen.module.css';
import classes from './local-comparison.module.css';

/** Rows that are shown; they differ most, and the rest differs less. */
const SHOWN_ROWS = 8;

const icons = { agrees: IconCircleCheck, disagrees: IconAlertTriangle, 'not-compared': IconInfoCircle } as const;

/** The same samples here and on the endpoint. */
export function LocalComparison({ compared }: { compared: ComparisonWithLocal }) {
  const Icon = icons[compared.verdict];
  const { local, endpoint } = compared;
  const ratio =
    local === null || endpoint === null || local.p50_seconds === 0 ? null : endpoint.p50_seconds / local.p50_seconds;
  return (
    <>
      <p className={classes.verdict} data-verdict={compared.verdict}>
        <Icon size={17} aria-hidden />
        <span>{compared.sentence}</span>
      </p>
      <dl className={deploy.facts}>
        {[
          ['First choices that are equal', `${compared.agreed} of ${compared.samples - compared.failed}`],
          ['Largest difference', `${formatNumber(compared.largest_difference, 4)}, limit ${compared.limit}`],
          ['Here, p50 and p95', local === null ? NOTHING : latency(local)],
          [
            'Endpoint, as seen from here',
            endpoint === null
              ? NOTHING
              : `${latency(endpoint)}${ratio === null ? '' : ` (${formatNumber(ratio, 1)} ×)`}`,
          ],
          ...(compared.failed > 0 ? [['Failed', String(compared.failed)]] : []),
        ].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {compared.rows.length > 0 && (
        <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table fz="xs" verticalSpacing={4} tabularNums aria-label="Samples that differ most">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Sample</Table.Th>
                <Table.Th scope="col">Here</Table.Th>
                <Table.Th scope="col">Endpoint</Table.Th>
                <Table.Th scope="col" ta="right">
                  Difference
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {compared.rows.slice(0, SHOWN_ROWS).map(({ id, local_choice, endpoint_choice, difference, fault }) => (
                <Table.Tr key={id}>
                  <Table.Th scope="row" fw={450}>
                    {id}
                  </Table.Th>
                  <Table.Td>{local_choice ?? NOTHING}</Table.Td>
                  <Table.Td>{fault === null ? (endpoint_choice ?? NOTHING) : fault.message}</Table.Td>
                  <Table.Td ta="right">{formatNumber(difference, 4)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {compared.rows.length > SHOWN_ROWS && (
        <p className={deploy.sentence}>
          The {SHOWN_ROWS} that differ most of {compared.rows.length}.
        </p>
      )}
      {endpoint !== null && (
        <p className={deploy.sentence}>Seconds of the endpoint include the network between here and there.</p>
      )}
    </>
  );
}

function latency({ p50_seconds, p95_seconds }: { p50_seconds: number; p95_seconds: number }): string {
  return `${formatSeconds(p50_seconds)}, ${formatSeconds(p95_seconds)}`;
}
