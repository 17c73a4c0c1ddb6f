import { Badge, Button, Group, Loader, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SampleEdit } from '../../../workbench/contract/samples.ts';
import { faultOf } from '../../app/connection/fault-of.ts';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';
import { FaultButton, FaultCard } from '../../app/fault/fault-card.tsx';
import { OptionSwatch } from '../option-swatch.tsx';
import { excerptOf } from '../rows/excerpt-of.ts';
import { wholeSet } from '../rows/row-view.ts';
import { sayCount } from '../say-count.ts';
import classes from './duplicates-dialog.module.css';
import { type EqualSamples, groupDuplicates } from './group-duplicates.ts';

/** Duplicates that are looked through at a time: removing some brings the next. */
const MOST_ROWS = 500;

interface Props {
  id: string;
  revision: number;
  onClose: () => void;
  onRemove: (edits: SampleEdit[], words: string) => void;
  onDispute: (edits: SampleEdit[], words: string) => void;
}

/** Samples with the same evidence, those with different labels first; one can be kept and the others removed. */
export function DuplicatesDialog({ id, revision, onClose, onRemove, onDispute }: Props) {
  const { client } = useWorkbench();
  const found = useQuery({
    queryKey: ['sample-duplicates', id, revision],
    queryFn: () => client.samples.query({ id, ...wholeSet, only: 'duplicates', offset: 0, limit: MOST_ROWS }),
    placeholderData: (before) => before,
    gcTime: 0,
  });
  const groups = useMemo(() => groupDuplicates(found.data?.rows ?? []), [found.data]);
  const plain = groups.filter(({ conflict }) => !conflict);
  const spare = plain.flatMap(({ rows }) => othersOf(rows, labelledFirst(rows)));
  return (
    <Modal opened onClose={onClose} title="Duplicate samples" size="xl">
      {found.isPending && <Loader size="sm" aria-label="Looking for duplicates" />}
      {found.isError && (
        <FaultCard fault={faultOf(found.error)}>
          <FaultButton onClick={() => void found.refetch()}>Try again</FaultButton>
        </FaultCard>
      )}
      {found.data !== undefined && (
        <Text size="sm" role="status">
          {groups.length === 0
            ? 'No two samples have the same evidence.'
            : `${sayCount(found.data.total, 'sample')} share their evidence with another one${
                found.data.total > MOST_ROWS ? `; the first ${MOST_ROWS} are shown` : ''
              }. Equal evidence counts twice in every figure; the parts are drawn so that it never stands in both.`}
        </Text>
      )}
      {spare.length > 0 && (
        <Button
          mt="xs"
          size="xs"
          variant="default"
          onClick={() =>
            onRemove(
              spare.map((one) => ({ edit: 'remove', id: one })),
              `remove ${sayCount(spare.length, 'duplicate')}`,
            )
          }
        >
          Keep one of each where labels agree: remove {spare.length}
        </Button>
      )}
      <ul className={classes.list} aria-label="Groups of equal samples">
        {groups.map((group) => (
          <DuplicateGroup
            key={group.rows[0]?.sample.id}
            group={group}
            onKeep={(kept) =>
              onRemove(
                othersOf(group.rows, kept).map((one) => ({ edit: 'remove', id: one })),
                `remove the duplicates of ${kept}`,
              )
            }
            onDispute={() =>
              onDispute(
                group.rows.map(({ sample }) => ({ edit: 'change', id: sample.id, change: { disputed: true } })),
                `dispute ${sayCount(group.rows.length, 'sample')}`,
              )
            }
          />
        ))}
      </ul>
    </Modal>
  );
}

interface GroupProps {
  group: EqualSamples;
  onKeep: (id: string) => void;
  onDispute: () => void;
}

function DuplicateGroup({ group: { rows, conflict }, onKeep, onDispute }: GroupProps) {
  const disputed = rows.every(({ sample }) => sample.disputed);
  return (
    <li className={classes.group}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Text size="sm" lineClamp={2} className={classes.evidence}>
          {rows[0] === undefined ? '' : excerptOf(rows[0].sample.evidence)}
        </Text>
        {conflict && (
          <Badge color="red" variant="outline" c="var(--danger)">
            labels differ
          </Badge>
        )}
      </Group>
      <ul className={classes.members}>
        {rows.map(({ sample }) => (
          <li key={sample.id} className={classes.member}>
            <span className={classes.id}>{sample.id}</span>
            {sample.label === null ? (
              <span className={classes.none}>no label</span>
            ) : (
              <span className={classes.label}>
                <OptionSwatch option={sample.label} /> {sample.label}
              </span>
            )}
            <Button size="compact-xs" variant="subtle" onClick={() => onKeep(sample.id)}>
              Keep {sample.id} only
            </Button>
          </li>
        ))}
      </ul>
      {conflict && (
        <Button size="compact-xs" variant="default" disabled={disputed} onClick={onDispute}>
          {disputed ? 'Marked as disputed' : 'Mark all as disputed'}
        </Button>
      )}
    </li>
  );
}

function othersOf(rows: EqualSamples['rows'], kept: string): string[] {
  return rows.map(({ sample }) => sample.id).filter((one) => one !== kept);
}

function labelledFirst(rows: EqualSamples['rows']): string {
  return rows.find(({ sample }) => sample.label !== null)?.sample.id ?? rows[0]?.sample.id ?? '';
}
