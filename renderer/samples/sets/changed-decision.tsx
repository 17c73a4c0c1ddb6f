import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { SampleSetSummary } from '../../../workbench/contract/samples.ts';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';
import { notifyDone, notifyError } from '../../app/notify.tsx';
import type { DecisionQuestion } from '../decision-question.ts';
import { wholeSet } from '../rows/row-view.ts';
import { sayCount } from '../say-count.ts';
import classes from './changed-decision.module.css';
import { describeChange } from './describe-change.ts';

interface Props {
  summary: SampleSetSummary;
  /** The set's question in its decision as it is now; undefined when that is gone or was never there. */
  now: DecisionQuestion | undefined;
  revision: number;
  onShowMisfits: () => void;
  onBound: () => void;
}

/** Says that a set's decision has changed since, and which samples no longer fit. */
export function ChangedDecision({ summary, now, revision, onShowMisfits, onBound }: Props) {
  const { client } = useWorkbench();
  const { id, binding } = summary.set;
  const question = now?.question ?? null;
  const change = binding.kind === 'bound' && question !== null ? describeChange(binding.question, question) : null;
  const misfits = useQuery({
    queryKey: ['sample-misfits', id, revision, summary.sha256, question],
    queryFn: () => client.samples.query({ id, ...wholeSet, only: 'misfits', offset: 0, limit: 1 }),
    enabled: change !== null,
  });
  if (change === null || now === undefined || question === null) return null;
  const count = misfits.data?.total ?? 0;

  const bind = (): void => {
    const decision = { document_id: now.document_id, question_id: now.question_id };
    client.samples.change({ id, binding: { kind: 'bound', decision, question } }).then(() => {
      notifyDone('The set now asks what the decision asks.');
      onBound();
    }, notifyError);
  };

  return (
    <div className={classes.banner} role="status">
      <IconAlertTriangle size={16} aria-hidden className={classes.icon} />
      <Text size="sm" className={classes.words}>
        The decision “{now.name}” has changed since this set was made: {change}.{' '}
        {misfits.data === undefined
          ? ''
          : count === 0
            ? 'All labels still fit.'
            : `${sayCount(count, 'sample')} no longer ${count === 1 ? 'fits' : 'fit'}.`}
      </Text>
      <Group gap="xs">
        {count > 0 && (
          <Button size="compact-sm" variant="default" onClick={onShowMisfits}>
            Show them
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={bind}>
          Ask what the decision asks now
        </Button>
      </Group>
    </div>
  );
}
