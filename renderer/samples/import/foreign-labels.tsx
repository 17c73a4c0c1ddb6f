import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import type { ForeignLabel } from '../../../workbench/samples/importing/import-report.ts';
import classes from './foreign-labels.module.css';

interface Props {
  labels: readonly ForeignLabel[];
  options: readonly string[];
  onDecide: (decided: { text: string; option: string | null }[]) => void;
}

/** Rows without a label of their own; an option's id cannot be empty. */
const UNLABELLED = '';

/** Labels that name no option: each becomes an option's, or none. */
export function ForeignLabels({ labels, options, onDecide }: Props) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const meaningOf = (label: ForeignLabel): string => chosen.get(label.text) ?? label.offered ?? UNLABELLED;
  return (
    <>
      <Text size="sm" fw={600}>
        Some labels are no option of the decision. What do they mean?
      </Text>
      <ul className={classes.list} aria-label="Labels that are no option">
        {labels.map((label) => (
          <li key={label.text} className={classes.row}>
            <span className={classes.text}>
              “{label.text}” <span className={classes.count}>{label.count.toLocaleString('en')}×</span>
              <span className={classes.lines}>
                {label.lines.length === 1 ? 'line' : 'lines'} {label.lines.slice(0, 5).join(', ')}
                {label.count > 5 ? '…' : ''}
              </span>
            </span>
            <NativeSelect
              size="xs"
              aria-label={`What “${label.text}” means`}
              value={meaningOf(label)}
              onChange={(event) => setChosen(new Map(chosen).set(label.text, event.currentTarget.value))}
              data={[
                { value: UNLABELLED, label: 'no label' },
                ...options.map((option) => ({ value: option, label: option })),
              ]}
            />
          </li>
        ))}
      </ul>
      <Group gap="xs" mt={6}>
        <Button
          size="compact-sm"
          onClick={() =>
            onDecide(
              labels.map((label) => {
                const option = meaningOf(label);
                return { text: label.text, option: option === UNLABELLED ? null : option };
              }),
            )
          }
        >
          Take these meanings
        </Button>
      </Group>
    </>
  );
}
