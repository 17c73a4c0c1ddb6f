import type { ReactNode } from 'react';
import type { DecisionResult } from '../../../adapter/score/result.ts';
import type { Bar, ScoredQuestion } from './bars-of.ts';
import { formatProbability, leaderOf } from './describe-bars.ts';
import { OptionMass } from './option-mass.tsx';
import { OrderCheck } from './order-check.tsx';
import classes from './result-facts.module.css';
import type { OnceState } from './use-score-once.ts';

interface Props {
  bars: readonly Bar[];
  scored: ScoredQuestion | null;
  current: boolean;
  /** Whether it is to be scored under a saved configuration. */
  configured: boolean;
  check: OnceState;
  at: number;
  onCheck: () => void;
}

/** The numbers beside the bars of the selected question; every line is there before it has a value. */
export function ResultFacts({ bars, scored, current, configured, check, at, onCheck }: Props) {
  const leader = leaderOf(bars);
  const result = scored?.result;
  return (
    <dl className={classes.facts} data-stale={(scored !== null && !current) || undefined}>
      <Fact name="Margin">{leader === null ? '–' : formatProbability(leader.margin)}</Fact>
      <Fact name="Time">{result === undefined ? '–' : `${result.timing.total_seconds.toFixed(2)} s`}</Fact>
      <Fact name="Tokens">
        {result === undefined ? '–' : `${result.input_tokens}${result.timing.cache_hit ? ', some reused' : ''}`}
      </Fact>
      <Fact name="Order check" wide>
        {result === undefined ? '–' : <OrderCheck result={result} check={check} at={at} onCheck={onCheck} />}
      </Fact>
      <Fact name="Option mass" wide>
        {result === undefined ? '–' : <OptionMass result={result} />}
      </Fact>
      {(configured || result?.x_reason !== undefined) && (
        <Fact name="Choice" wide>
          {result === undefined ? '–' : choiceWords(result)}
        </Fact>
      )}
      <Fact name="Status" wide>
        {result === undefined ? '–' : result.probability_status}
      </Fact>
    </dl>
  );
}

function choiceWords({ x_choice, x_reason }: DecisionResult): string {
  return x_reason === undefined
    ? 'none: the configuration says nothing about this question, in these words and with these options.'
    : `${x_choice ?? 'none'} (${x_reason})`;
}

function Fact({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={classes.fact} data-wide={wide || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
