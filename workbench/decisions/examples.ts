/// <reference types="vite/client" />
import { parseRequest } from '../../adapter/decision/parse-request.ts';
import { Fault } from '../../adapter/fault.ts';
import type { DecisionDraft } from '../contract/decision-document.ts';
import { decisionsToDraft } from './decisions-to-draft.ts';

// The texts are part of the bundle: an example is there wherever the app is.
const texts = import.meta.glob<string>('../../fixtures/decisions/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

interface Example {
  file: string;
  name: string;
  /** What it shows, in one line. */
  about: string;
}

/** In the order in which they are offered; the first is created in a new workspace. */
const examples: readonly Example[] = [
  {
    file: 'support-ticket.json',
    name: 'Support ticket',
    about: 'Customer support: which queue takes a request. Three options.',
  },
  {
    file: 'agent-action.json',
    name: 'Agent’s next action',
    about: 'Software agents: what to do next, given what was done.',
  },
  {
    file: 'policy-verdict.json',
    name: 'Expense policy',
    about: 'Accounting: a rule, a case, and a verdict that is neither yes nor no.',
  },
  { file: 'incident-priority.json', name: 'Incident priority', about: 'Operations: a score of five ordered levels.' },
  {
    file: 'shipment-extraction.json',
    name: 'Port of discharge',
    about: 'Logistics: a value taken out of a text, from a known set.',
  },
  {
    file: 'passage-relevance.json',
    name: 'Passage relevance',
    about: 'Search: does a passage answer a query. Plain yes and no.',
  },
  { file: 'reply-safety.json', name: 'Reply safety', about: 'Moderation: yes and no with descriptions of their own.' },
  { file: 'product-category.json', name: 'Product category', about: 'Retail: forty options.' },
  {
    file: 'loan-application.json',
    name: 'Loan application',
    about: 'Banking: evidence as JSON, passed on exactly as written.',
  },
  {
    file: 'council-minutes.json',
    name: 'Council minutes',
    about: 'Public administration: long evidence, about 1,400 words.',
  },
  {
    file: 'buergerbuero-anliegen.json',
    name: 'Bürgerbüro-Anliegen',
    about: 'Public administration: a decision in German.',
  },
  {
    file: 'call-notes.json',
    name: 'Call notes',
    about: 'Telecommunications: four questions of three kinds on one evidence.',
  },
];

/** The example of a new workspace. */
export const FIRST_EXAMPLE = 'support-ticket.json';

export function listExamples(): Example[] {
  return examples.map((example) => ({ ...example }));
}

/** The example's decision file. @throws Fault NOT_FOUND */
export function exampleText(file: string): string {
  const text = texts[`../../fixtures/decisions/${file}`];
  if (text !== undefined) return text;
  throw new Fault('NOT_FOUND', `There is no example ${file}.`, 'Choose one of the list.');
}

/** @throws Fault NOT_FOUND */
export function readExample(file: string): { name: string; draft: DecisionDraft } {
  const text = exampleText(file);
  const name = examples.find((one) => one.file === file)?.name ?? file;
  return { name, draft: decisionsToDraft(parseRequest(text)) };
}
