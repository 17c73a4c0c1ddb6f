import { Button, Group } from '@mantine/core';
import { countOf } from '../../charts/format-number.ts';
import type { JoinedRun } from '../../runs/join-run.ts';
import { answeredRow, notedRow } from '../../runs/row-entry.tsx';
import { useRowsPanel } from '../../runs/rows-panel.tsx';

/** Opens the samples that no figure is of: failed, without a label, not fitting. */
export function LeftOut({ joined, rowOptions }: { joined: JoinedRun; rowOptions: readonly string[] | null }) {
  const open = useRowsPanel();
  const { failed, unlabelled, unfit, waiting } = joined;
  if (failed.length + unlabelled.length + unfit.length + waiting.length === 0) return null;
  return (
    <Group gap="xs">
      {failed.length > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() =>
            open({
              title: 'Failed',
              rows: failed.map(({ sample, fault }) => notedRow(sample, `${fault.message} ${fault.next}`)),
            })
          }
        >
          {countOf(failed.length, 'failed sample')}
        </Button>
      )}
      {unlabelled.length > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() =>
            open({
              title: 'Scored without a label',
              rows: unlabelled.map(({ sample, row }) => answeredRow(sample, row, sample.options ?? rowOptions ?? [])),
            })
          }
        >
          {unlabelled.length.toLocaleString('en')} without a label
        </Button>
      )}
      {unfit.length > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => open({ title: 'Not fitting', rows: unfit.map(({ sample, why }) => notedRow(sample, why)) })}
        >
          {unfit.length.toLocaleString('en')} not fitting
        </Button>
      )}
      {waiting.length > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => open({ title: 'Not scored', rows: waiting.map((sample) => notedRow(sample, 'not scored')) })}
        >
          {waiting.length.toLocaleString('en')} not scored
        </Button>
      )}
    </Group>
  );
}
