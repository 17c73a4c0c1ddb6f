import type { DecisionResult } from '../../adapter/score/result.ts';
import { printable } from './printable.ts';

/** Columns of a bar; with the id and the number it fits 80 columns. */
const barColumns = 28;
const maxIdColumns = 40;

/** Below this share the model mostly wanted to say something else than one of the letters. */
const lowMass = 0.5;

/** A result as text: the question, one bar for each option in the caller's order, and what it was computed with. */
export function drawBars(asked: string, result: DecisionResult): string {
  const question = printable(asked);
  const width = Math.min(maxIdColumns, Math.max(...result.option_ids.map((id) => id.length)));
  const lines = result.option_ids.map((id, index) => {
    const probability = result.probabilities[index] ?? 0;
    return `  ${padId(id, width)}  ${drawBar(probability)}  ${probability.toFixed(2)}`;
  });
  return [question, ...lines, ...action(result), describe(result), ...warnings(result), ''].join('\n');
}

/** What to do, under a configuration that names this decision. */
function action({ x_choice, x_reason }: DecisionResult): string[] {
  if (x_choice === undefined || x_reason === undefined) return [];
  return [`Choice: ${x_choice ?? 'none'} (${x_reason})`];
}

function drawBar(probability: number): string {
  const filled = Math.round(probability * barColumns);
  return '█'.repeat(filled) + '░'.repeat(barColumns - filled);
}

function padId(id: string, width: number): string {
  const name = printable(id);
  return name.length > width ? `${name.slice(0, width - 1)}…` : name.padEnd(width);
}

function describe(result: DecisionResult): string {
  const facts = [
    printable(result.model.file),
    result.x_readout,
    `${result.input_tokens} tokens`,
    `${result.timing.total_seconds.toFixed(2)} s`,
  ];
  facts.push(/\buncalibrated\b/i.test(result.probability_status) ? 'uncalibrated' : 'calibrated');
  return facts.join(' · ');
}

function warnings(result: DecisionResult): string[] {
  const lines: string[] = [];
  const mass = result.allowed_token_mass;
  if (mass !== null && mass < lowMass) {
    lines.push(
      `Option mass ${mass.toFixed(2)}: the model wanted to answer something else; the texts readout may fit it better.`,
    );
  }
  if (result.x_order_flip === true) {
    const spread = result.x_order_spread?.toFixed(2) ?? '?';
    lines.push(`The first choice changed with the order of the options (by up to ${spread}).`);
  }
  return lines;
}
