import { Checkbox, NativeSelect, SegmentedControl, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { MeasureHelp } from '../charts/measure-help.tsx';
import classes from './choice-bar.module.css';
import { useChosen } from './use-chosen.tsx';

const parts = ['all', 'tune', 'test'] as const;

/** Name of the screen, the set and which of its samples count: the same on Evaluate, Compare and Trust. */
export function ChoiceBar({
  title,
  filtered = true,
  children,
}: {
  title: string;
  filtered?: boolean;
  children?: ReactNode;
}) {
  const { sets, set, filter, chooseSet, changeFilter } = useChosen();
  return (
    <div className={classes.bar}>
      <Title order={1} className={classes.title}>
        {title}
      </Title>
      <NativeSelect
        size="xs"
        aria-label="Sample set"
        className={classes.set}
        value={set?.set.id ?? ''}
        data={(sets ?? []).map((entry) => ({ value: entry.set.id, label: entry.set.name }))}
        onChange={(event) => chooseSet(event.currentTarget.value)}
      />
      {filtered && (
        <div className={classes.part}>
          <MeasureHelp measure="split">Part</MeasureHelp>
          <SegmentedControl
            size="xs"
            aria-label="Part of the samples"
            value={filter.part}
            onChange={(value) => changeFilter({ part: parts.find((part) => part === value) ?? 'all' })}
            data={[
              { value: 'all', label: 'All' },
              { value: 'tune', label: 'Tune' },
              { value: 'test', label: 'Test' },
            ]}
          />
        </div>
      )}
      {filtered && (
        <Checkbox
          size="xs"
          label={`Count disputed labels${set === undefined || set.disputed === 0 ? '' : ` (${set.disputed})`}`}
          checked={filter.disputed}
          disabled={set?.disputed === 0}
          onChange={(event) => changeFilter({ disputed: event.currentTarget.checked })}
        />
      )}
      <div className={classes.tools}>{children}</div>
    </div>
  );
}
