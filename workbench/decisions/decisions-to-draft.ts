import type { Decision } from '../../adapter/decision/decision.ts';
import { Fault } from '../../adapter/fault.ts';
import { writeJson } from '../../adapter/json/write-json.ts';
import type { DecisionDraft, EvidenceDraft, OptionDraft } from '../contract/decision-document.ts';
import { defaultScoring } from './default-scoring.ts';

/**
 * The draft that shows decisions on one state, as they are read from a file. JSON evidence is indented, with its
 * numbers and the order of its keys as they were. Scored again, the draft gives the same decisions.
 * @param decisions at least one
 * @throws Fault INVALID_REQUEST when the states differ: a document has one evidence
 */
export function decisionsToDraft(decisions: readonly Decision[]): DecisionDraft {
  const first = decisions[0];
  if (first === undefined) throw new RangeError('A draft is made of at least one decision');
  const evidence = evidenceOf(first);
  for (const [index, decision] of decisions.entries()) {
    const other = evidenceOf(decision);
    if (other.format !== evidence.format || other.text !== evidence.text) throw differentStates(index);
  }
  return {
    evidence,
    questions: decisions.map(({ id, kind, question, options }) => ({ id, kind, question, options: withHues(options) })),
    scoring: defaultScoring,
  };
}

function evidenceOf({ state }: Decision): EvidenceDraft {
  return state.kind === 'string'
    ? { format: 'text', text: state.value }
    : { format: 'json', text: writeJson(state, 2) };
}

/** Hues are indexes into the palette, each used once in a question. */
function withHues(options: Decision['options']): OptionDraft[] {
  return options.map(({ id, description }, hue) => ({ id, description, hue }));
}

function differentStates(index: number): Fault {
  return new Fault(
    'INVALID_REQUEST',
    `The decisions of this file are about different states: the one at decisions[${index}] has not the first one's. A decision here has one evidence and several questions on it.`,
    'Split the file into one for each state, and import each.',
    {
      fields: [
        {
          path: `decisions[${index}].state`,
          message: 'It differs from decisions[0].state.',
          limit: 'one state for all',
        },
      ],
    },
  );
}
