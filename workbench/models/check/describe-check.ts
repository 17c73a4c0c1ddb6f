import type { ModelCheck } from '../../contract/models.ts';

/** Of the next token's probability, the median over example decisions: from here on the letters are what it wants to say. */
const MASS_GOOD = 0.9;
/** Below, most of what it wants to say is something else. */
const MASS_POOR = 0.5;

/** The letters themselves may be impossible; then why. */
export type LettersFound = Pick<ModelCheck, 'option_mass' | 'order'> & { impossible: string | null };

/** What a check found, in plain words. */
export function describeCheck(
  check: Omit<ModelCheck, 'sentences' | 'option_mass' | 'order'>,
  letters: LettersFound,
): string[] {
  return [
    ...lettersWords(letters, check.decisions),
    slotWords(check.slots),
    thinkingWords(check.thinking),
    `${rate(check.decisions_per_minute)} decisions a minute with ${check.threads} thread${check.threads === 1 ? '' : 's'}, reading ${check.readout === 'letters' ? 'letters' : 'option texts'}.`,
  ];
}

function lettersWords({ option_mass, order, impossible }: LettersFound, decisions: number): string[] {
  if (impossible !== null) return [`Answers in the slot: cannot be asked. ${impossible}`];
  if (option_mass === null) return [];
  const { median, lowest } = option_mass;
  const verdict = median >= MASS_GOOD ? 'yes' : median >= MASS_POOR ? 'partly' : 'no';
  const words = [
    `Answers in the slot: ${verdict}, ${median.toFixed(2)} of the next token lies on the options (median of ${order?.asked ?? decisions}, lowest ${lowest.toFixed(2)}).`,
  ];
  if (verdict === 'no') words.push('Read option texts with this model, not letters.');
  if (order !== null) {
    words.push(
      order.changed === 0
        ? `Stays with its choice in all ${order.asked} when the options are reversed.`
        : `Changes with the order in ${order.changed} of ${order.asked}.`,
    );
  }
  return words;
}

function slotWords(slots: number): string {
  if (slots === 0) return 'Has no single tokens for the letters A to P: letters cannot be read, option texts can.';
  return `Has single tokens for ${slots} labels: letters answer for up to ${slots} options.`;
}

function thinkingWords(thinking: ModelCheck['thinking']): string {
  switch (thinking) {
    case 'no-template':
      return 'Has no chat template, so nothing tells how it wants to be asked.';
    case 'none':
      return 'Does not think aloud before it answers.';
    case 'switched-off':
      return 'Thinking is switched off by its chat template.';
    case 'stays-on':
      return 'Its chat template always begins with thinking: the first token is no answer.';
    case 'unclear':
      return 'Whether it thinks aloud first cannot be told from its chat template: look at the option mass.';
  }
}

function rate(value: number): string {
  return value >= 10 ? value.toFixed(0) : value.toFixed(1);
}
