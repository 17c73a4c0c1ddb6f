import { Table } from '@mantine/core';
import type { Bar } from './bars-of.ts';
import { optionName } from './describe-bars.ts';

/** The same as the bars, as a table with every number in full. */
export function BarTable({
  bars,
  readout,
  caption,
}: {
  bars: readonly Bar[];
  readout: 'letters' | 'texts';
  caption: string;
}) {
  return (
    <Table.ScrollContainer minWidth={360} type="native" scrollAreaProps={{ tabIndex: 0 }}>
      <Table verticalSpacing={4} horizontalSpacing="xs" tabularNums captionSide="bottom">
        <Table.Caption>{caption}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Option</Table.Th>
            <Table.Th scope="col" ta="right">
              Probability
            </Table.Th>
            <Table.Th scope="col" ta="right">
              {readout === 'texts' ? 'Evidence, nats' : 'Logit'}
            </Table.Th>
            <Table.Th scope="col" ta="right">
              {readout === 'texts' ? 'Tokens' : 'Token id'}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bars.map((bar) => (
            <Table.Tr key={bar.key}>
              <Table.Th scope="row" fw={500}>
                {optionName(bar)}
              </Table.Th>
              <Table.Td ta="right">{bar.probability?.toFixed(6) ?? '–'}</Table.Td>
              <Table.Td ta="right">{bar.logit?.toFixed(4) ?? '–'}</Table.Td>
              <Table.Td ta="right">{readout === 'texts' ? bar.tokens.length : (bar.tokens[0] ?? '–')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
