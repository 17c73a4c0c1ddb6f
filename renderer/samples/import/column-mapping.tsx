import { Checkbox, NativeSelect, Table, Text } from '@mantine/core';
import type { ImportChoices } from '../../../workbench/samples/importing/import-choices.ts';
import classes from './column-mapping.module.css';
import type { ImportAnswer } from './import-state.ts';
import { columnRoles, giveRole, roleOf, roleWords } from './mapping.ts';

/** As many rows as the workbench looks at to know the columns. */
const PREVIEW_ROWS = 200;

/** Wider tables are mapped by their first columns. */
const MOST_COLUMNS = 200;

interface Props {
  answer: ImportAnswer;
  /** What was chosen last; null while the file's own proposal holds. */
  chosen: ImportChoices['columns'];
  onChoose: (patch: Partial<ImportChoices>) => void;
}

/** Each column with examples and what it means. Formats that know it themselves have nothing to map. */
export function ColumnMapping({ answer: { columns, mapping: answered, report }, chosen, onChoose }: Props) {
  // The answer comes a moment after a choice; the next choice builds on the last one and not on the answer.
  const mapping = chosen ?? answered;
  const order = columns.map(({ column }) => column);
  const mapped = order.some((column) => roleOf(mapping, column) !== 'none');
  const knowsItself = !mapped && report.format.name !== 'table';
  return (
    <section aria-labelledby="import-columns-title">
      <h2 id="import-columns-title" className={classes.title}>
        Columns
      </h2>
      <Text size="xs" c="dimmed">
        {knowsItself
          ? `“${report.format.title}” says itself what its fields mean.`
          : 'Several columns of evidence become one object, under their names.'}
        {report.rows_read > PREVIEW_ROWS && ` Counts are of the first ${PREVIEW_ROWS} rows.`}
      </Text>
      <div className={classes.scroll}>
        <Table verticalSpacing={4} horizontalSpacing="xs" stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Column</Table.Th>
              <Table.Th scope="col">Examples</Table.Th>
              {!knowsItself && <Table.Th scope="col">Is</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {columns.slice(0, MOST_COLUMNS).map(({ column, examples, filled, distinct }) => (
              <Table.Tr key={column}>
                <Table.Td className={classes.column}>
                  {column}
                  <span className={classes.counts}>
                    {filled} filled, {distinct} different
                  </span>
                </Table.Td>
                <Table.Td className={classes.examples}>
                  {examples.slice(0, 3).map((example) => (
                    <span key={example} className={classes.example} title={example}>
                      {example}
                    </span>
                  ))}
                </Table.Td>
                {!knowsItself && (
                  <Table.Td className={classes.role}>
                    <NativeSelect
                      size="xs"
                      aria-label={`What ${column} is`}
                      value={roleOf(mapping, column)}
                      onChange={(event) => {
                        const role = columnRoles.find((one) => one === event.currentTarget.value) ?? 'none';
                        onChoose({ columns: giveRole(mapping, column, role, order) });
                      }}
                      data={columnRoles.map((role) => ({ value: role, label: roleWords[role] }))}
                    />
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {columns.length > MOST_COLUMNS && (
        <Text size="xs" c="dimmed">
          The first {MOST_COLUMNS} of {columns.length} columns are shown.
        </Text>
      )}
      {!knowsItself && mapping.evidence.length === 1 && (
        <Checkbox
          mt="xs"
          size="xs"
          label="The evidence column holds JSON"
          checked={mapping.evidence_json}
          onChange={(event) => onChoose({ columns: { ...mapping, evidence_json: event.currentTarget.checked } })}
        />
      )}
    </section>
  );
}
