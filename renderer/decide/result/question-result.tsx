import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChartBar, IconPhoto, IconTable } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { QuestionDraft } from '../../../workbench/contract/decision-document.ts';
import { BarList } from './bar-list.tsx';
import { BarTable } from './bar-table.tsx';
import { barsOf, type ScoredQuestion } from './bars-of.ts';
import { describeBars, formatProbability, leaderOf, meanLevel } from './describe-bars.ts';
import classes from './question-result.module.css';

interface Props {
  question: QuestionDraft;
  at: number;
  scored: ScoredQuestion | null;
  /** Whether `scored` is of what is on screen now. */
  current: boolean;
  compared: ScoredQuestion | null;
  selected: boolean;
  /** Whether there are other questions to select from. */
  several: boolean;
  onSelect: () => void;
  onCopyPicture: () => void;
}

/** The result of one question. Its place is the same before, while and after it is scored. */
export function QuestionResult(props: Props) {
  const { question, at, scored, current, compared, selected, several, onSelect, onCopyPicture } = props;
  const [asTable, setAsTable] = useState(false);
  const bars = useMemo(() => barsOf(question, scored), [question, scored]);
  const leader = leaderOf(bars);
  const sentence = describeBars(bars);
  const before = useMemo(() => probabilitiesById(compared), [compared]);
  const mean = question.kind === 'score' ? meanLevel(bars) : null;
  const title = question.question === '' ? `Question ${at + 1}` : question.question;
  return (
    <section
      className={classes.card}
      aria-label={`Result: ${title}`}
      data-selected={(several && selected) || undefined}
    >
      <div className={classes.head}>
        <h3 className={classes.title}>
          {several ? (
            <button type="button" className={classes.select} aria-pressed={selected} onClick={onSelect}>
              {title}
            </button>
          ) : (
            title
          )}
        </h3>
        <Tooltip label={asTable ? 'Show as bars' : 'Show as table'}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={asTable ? 'Show as bars' : 'Show as table'}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Copy the bars as a picture">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Copy the bars as a picture: ${title}`}
            disabled={scored === null}
            onClick={onCopyPicture}
          >
            <IconPhoto size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={classes.bars} data-stale={(scored !== null && !current) || undefined}>
        {asTable && scored !== null ? (
          <BarTable bars={bars} readout={scored.result.x_readout} caption={sentence} />
        ) : (
          <BarList
            bars={bars}
            leader={current ? (leader?.first.key ?? null) : null}
            compared={before}
            label={sentence}
          />
        )}
      </div>
      <p className={classes.sentence}>
        {sentence}
        {mean !== null && ` Mean level ${mean.toFixed(2)} of ${bars.length}.`}
        {before !== null && leader !== null && sayOldLeader(before, leader.first.id)}
      </p>
    </section>
  );
}

function probabilitiesById(scored: ScoredQuestion | null): Map<string, number> | null {
  if (scored === null) return null;
  return new Map(scored.result.option_ids.map((id, at) => [id, scored.result.probabilities[at] ?? 0]));
}

function sayOldLeader(before: Map<string, number>, first: string): string {
  const [old] = [...before].toSorted(([, one], [, other]) => other - one);
  if (old === undefined) return '';
  const [id, probability] = old;
  return id === first
    ? ` The other version chose the same, with ${formatProbability(probability)}.`
    : ` The other version chose ${id}, with ${formatProbability(probability)}.`;
}
