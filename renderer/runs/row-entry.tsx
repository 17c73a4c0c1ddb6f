import { IconAlertTriangle, IconCheck, IconChevronRight, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EvaluationSample } from '../../workbench/contract/runs.ts';
import { useWorkbench } from '../app/connection/use-workbench.tsx';
import { lookOf } from '../app/theme/hues.ts';
import { formatProbability } from '../decide/result/describe-bars.ts';
import type { JudgedSample, ScoredRow } from './join-run.ts';
import classes from './rows-panel.module.css';

/** One sample in a list of rows, with what a run says of it. */
export interface ListedRow {
  sample: EvaluationSample;
  /** Which configuration it is about, where a list holds several. */
  by?: string;
  judged: JudgedSample | null;
  /** For samples without a judgement: why, or what was answered. */
  note: string | null;
}

export function judgedRow(judged: JudgedSample, by?: string): ListedRow {
  return { sample: judged.sample, judged, note: null, ...(by === undefined ? {} : { by }) };
}

export function notedRow(sample: EvaluationSample, note: string): ListedRow {
  return { sample, judged: null, note };
}

/** What a model answered where nobody has labelled the sample. */
export function answeredRow(sample: EvaluationSample, row: ScoredRow, options: readonly string[]): ListedRow {
  const largest = row.probabilities.reduce((most, p) => Math.max(most, p), 0);
  const choice = options[row.probabilities.indexOf(largest)] ?? '–';
  return notedRow(sample, `no label; answered ${choice} with ${formatProbability(largest)}`);
}

/** A sample of a list; opened, it shows its evidence and all probabilities. */
export function RowEntry({ row, setId, hueOf }: { row: ListedRow; setId: string; hueOf: (option: string) => number }) {
  const [opened, setOpened] = useState(false);
  const { sample, judged, note, by } = row;
  return (
    <li className={classes.entry}>
      <button type="button" className={classes.head} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        <IconChevronRight size={14} aria-hidden className={classes.chevron} data-open={opened || undefined} />
        <span className={classes.id}>{sample.id}</span>
        <span className={classes.verdict}>
          {judged === null ? (
            <span className={classes.note}>
              <IconAlertTriangle size={13} aria-hidden /> {note}
            </span>
          ) : (
            <>
              {judged.right ? (
                <IconCheck size={14} aria-label="right" className={classes.right} />
              ) : (
                <IconX size={14} aria-label="wrong" className={classes.wrong} />
              )}
              <span>
                {judged.right ? judged.choice : `${judged.choice} instead of ${judged.label}`}{' '}
                {formatProbability(judged.confidence)}
              </span>
            </>
          )}
          {by !== undefined && <span className={classes.by}>{by}</span>}
          {sample.disputed && <span className={classes.by}>label disputed</span>}
        </span>
        <span className={classes.excerpt}>{sample.excerpt}</span>
      </button>
      {opened && <RowDetail row={row} setId={setId} hueOf={hueOf} />}
    </li>
  );
}

function RowDetail({ row, setId, hueOf }: { row: ListedRow; setId: string; hueOf: (option: string) => number }) {
  const { judged, sample } = row;
  const evidence = useEvidence(setId, sample.id);
  return (
    <div className={classes.detail}>
      <p className={classes.evidence}>{evidence ?? sample.excerpt}</p>
      {judged !== null && (
        <ul className={classes.bars} aria-label="Probabilities">
          {judged.options.map((option, at) => (
            <li key={option} className={classes.barRow}>
              <span className={classes.option}>
                {option}
                {option === judged.label && <strong> · label</strong>}
              </span>
              <span className={classes.track} aria-hidden>
                <span
                  className={classes.fill}
                  style={{
                    width: `${(judged.probabilities[at] ?? 0) * 100}%`,
                    backgroundColor: lookOf(hueOf(option)).color,
                  }}
                />
              </span>
              <span>{formatProbability(judged.probabilities[at] ?? null)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

// A search may find the id in other samples' evidence too.
const SEARCHED = 50;

/** The whole evidence of a sample; undefined until it was read. */
function useEvidence(setId: string, sample: string): string | undefined {
  const { client } = useWorkbench();
  const { data } = useQuery({
    queryKey: ['sample-evidence', setId, sample],
    queryFn: async () => {
      const { rows } = await client.samples.query({
        id: setId,
        search: sample,
        label: 'any',
        part: 'any',
        only: 'all',
        sort: 'as-imported',
        offset: 0,
        limit: SEARCHED,
      });
      return rows.find((row) => row.sample.id === sample)?.sample.evidence.text ?? null;
    },
  });
  return data ?? undefined;
}
