import type { Decision, Option } from '../decision/decision.ts';
import { writePythonJson } from '../json/python-json.ts';
import type { LetterPrompt, PromptPart } from './prompts.ts';

// What an option says with letters when a yes/no question left its descriptions empty.
const YES_NO_DESCRIPTIONS = ['The answer to the question is yes.', 'The answer to the question is no.'];

/**
 * The user message of a prompt for letters: one JSON object, written as Python's `json.dumps(ensure_ascii=False)` does.
 * @param shown the options as the model reads them, in that order, each with its label
 * @returns the text, and where the part ends that other questions or samples share (UTF-16 code units)
 */
export function writeUserMessage(
  prompt: LetterPrompt,
  decision: Decision,
  shown: readonly { label: string; description: string }[],
): { text: string; sharedEnd: number } {
  const parts: Record<PromptPart, string> = {
    evidence: writePythonJson(decision.state),
    criterion: JSON.stringify(decision.question),
    options: writeOptions(prompt, shown),
  };
  let text = '{';
  let sharedEnd = 0;
  for (const [index, part] of prompt.parts.entries()) {
    if (index > 0) text += ', ';
    text += `${JSON.stringify(prompt.keys[part])}: ${parts[part]}`;
    if (part === prompt.sharedThrough) sharedEnd = text.length;
  }
  return { text: `${text}}`, sharedEnd };
}

/**
 * The description that the model reads of each option, options in the caller's order. To be asked for before options
 * are put into another order: which of the two is "yes" is known by its place.
 */
export function letterDescriptions(decision: Pick<Decision, 'kind' | 'options'>): string[] {
  return decision.options.map((option: Option, index) =>
    decision.kind === 'yes-no' && option.description === '' ? (YES_NO_DESCRIPTIONS[index] ?? '') : option.description,
  );
}

function writeOptions(prompt: LetterPrompt, shown: readonly { label: string; description: string }[]): string {
  const letter = JSON.stringify(prompt.keys.letter);
  const description = JSON.stringify(prompt.keys.description);
  const options = shown.map(
    (option) => `{${letter}: ${JSON.stringify(option.label)}, ${description}: ${JSON.stringify(option.description)}}`,
  );
  return `[${options.join(', ')}]`;
}
