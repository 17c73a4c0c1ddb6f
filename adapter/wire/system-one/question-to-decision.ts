import type { ReadoutName } from '../../configuration/scoring-settings.ts';
import type { Decision, Option } from '../../decision/decision.ts';
import type { JsonNode } from '../../json/json-node.ts';
import type { Question } from './question.ts';
import { DEFAULT_INSTRUCTIONS } from './system-one-limits.ts';

// What a yes or no means in words, where the request does not say it.
const YES = 'The answer to the question is yes.';
const NO = 'The answer to the question is no.';

/**
 * A question as a decision. With letters the model never sees an id, so an option's name goes into its description; with
 * texts the name is the id, which is part of what is read.
 * @param id the decision's own; the model never sees it, nor the question's id
 */
export function questionToDecision(question: Question, state: JsonNode, id: string, readout: ReadoutName): Decision {
  const common = { id, state, question: question.instructions ?? DEFAULT_INSTRUCTIONS };
  switch (question.type) {
    case 'noul':
      return { ...common, kind: 'yes-no', options: yesNoOptions(question, readout) };
    case 'choice':
      return { ...common, kind: 'choice', options: question.options.map((option) => choiceOption(option, readout)) };
    case 'score': {
      const options = question.levels.map(({ description }, level) => ({ id: String(level), description }));
      return { ...common, kind: 'score', options };
    }
  }
}

function yesNoOptions({ yes, no }: { yes: string | null; no: string | null }, readout: ReadoutName): Option[] {
  const [unsaidYes, unsaidNo] = readout === 'letters' ? [YES, NO] : ['', ''];
  return [
    { id: 'yes', description: yes ?? unsaidYes },
    { id: 'no', description: no ?? unsaidNo },
  ];
}

function choiceOption(
  { name, description }: { name: string; description: string | null },
  readout: ReadoutName,
): Option {
  if (readout === 'texts') return { id: name, description: description ?? '' };
  return { id: name, description: description === null ? name : `${name}: ${description}` };
}
