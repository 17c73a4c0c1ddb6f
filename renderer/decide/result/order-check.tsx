import { Button, Loader } from '@mantine/core';
import type { DecisionResult } from '../../../adapter/score/result.ts';
import { formatProbability } from './describe-bars.ts';
import type { OnceState } from './use-score-once.ts';

interface Props {
  result: DecisionResult;
  /** The check of exactly this state, when it was asked for. */
  check: OnceState;
  /** Which of the check's results belongs to this question. */
  at: number;
  onCheck: () => void;
}

/** Whether the first choice holds when the options are reversed, in words. */
export function OrderCheck({ result, check, at, onCheck }: Props) {
  if (result.x_readout === 'texts') return <>not needed (texts)</>;
  if (result.x_order_flip !== undefined) return <>{sayOrder(result)}</>;
  if (check.status === 'running') {
    return (
      <>
        <Loader size={12} aria-hidden /> reversing…
      </>
    );
  }
  if (check.status === 'done') {
    const checked = check.scored.answer.results[at];
    if (checked !== undefined) return <>{sayOrder(checked)}</>;
  }
  if (check.status === 'failed') return <>{check.fault.message}</>;
  return (
    <Button size="compact-xs" variant="default" onClick={onCheck}>
      Reverse and compare
    </Button>
  );
}

function sayOrder(result: DecisionResult): string {
  const spread = formatProbability(result.x_order_spread ?? 0);
  return result.x_order_flip === true
    ? `the first choice changes with the order; probabilities by up to ${spread}`
    : `holds; probabilities change by up to ${spread}`;
}
