import { NumberInput, Table } from '@mantine/core';
import type { DraftRule } from './draft-rule.ts';
import classes from './trust-screen.module.css';

// A larger table is no form: one cost for every mistake is asked instead.
const MOST_OPTIONS = 8;

interface Props {
  draft: DraftRule;
  options: readonly string[];
  onChange: (change: Partial<DraftRule>) => void;
}

/** What each wrong action costs, and what it costs to abstain; in any one unit. */
export function CostTable({ draft, options, onChange }: Props) {
  const change = (truth: number, chosen: number, cost: number): void =>
    onChange({
      wrong: draft.wrong.map((line, row) =>
        line.map((value, column) => (row === truth && column === chosen ? cost : value)),
      ),
    });
  const changeAll = (cost: number): void =>
    onChange({ wrong: draft.wrong.map((line, row) => line.map((_, column) => (row === column ? 0 : cost))) });
  return (
    <>
      {options.length > MOST_OPTIONS ? (
        <Cost label="Cost of a wrong answer" value={draft.wrong[0]?.[1] ?? 1} onChange={changeAll} />
      ) : (
        <Table.ScrollContainer
          minWidth={90 * (options.length + 1)}
          scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
        >
          <Table fz="xs" verticalSpacing={2} horizontalSpacing={3} aria-label="Cost of each wrong action">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">right ↓ done →</Table.Th>
                {options.map((option) => (
                  <Table.Th key={option} scope="col" className={classes.optionHead} title={option}>
                    {option}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {options.map((truth, row) => (
                <Table.Tr key={truth}>
                  <Table.Th scope="row" className={classes.optionHead} title={truth}>
                    {truth}
                  </Table.Th>
                  {options.map((chosen, column) => (
                    <Table.Td key={chosen}>
                      <Cost
                        hidden
                        label={`Cost of ${chosen} where ${truth} is right`}
                        value={draft.wrong[row]?.[column] ?? 0}
                        onChange={(cost) => change(row, column, cost)}
                      />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Cost label="Cost of abstaining" value={draft.abstain} onChange={(abstain) => onChange({ abstain })} />
    </>
  );
}

interface CostProps {
  label: string;
  hidden?: boolean;
  value: number;
  onChange: (cost: number) => void;
}

function Cost({ label, hidden = false, value, onChange }: CostProps) {
  return (
    <NumberInput
      size="xs"
      min={0}
      step={0.1}
      hideControls={hidden}
      {...(hidden ? { 'aria-label': label } : { label })}
      value={value}
      onChange={(next) => {
        if (typeof next === 'number' && next >= 0) onChange(next);
      }}
    />
  );
}
