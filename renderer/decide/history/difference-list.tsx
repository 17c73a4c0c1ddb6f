import type { ReactNode } from 'react';
import type { DecisionDraft } from '../../../workbench/contract/decision-document.ts';
import { type DraftDifference, diffDrafts } from '../../../workbench/decisions/diff-drafts.ts';
import classes from './difference-list.module.css';
import { WordDiff } from './word-diff.tsx';

interface Version {
  name: string;
  draft: DecisionDraft;
}

/** In what two versions differ, in reading order. */
export function DifferenceList({ before, after }: { before: Version; after: Version }) {
  const differences = diffDrafts(before.draft, after.draft);
  const named = before.name !== after.name;
  if (differences.length === 0 && !named) return <p className={classes.none}>No difference in what is scored.</p>;
  return (
    <ul className={classes.list}>
      {named && (
        <Item what="Name">
          <WordDiff before={before.name} after={after.name} />
        </Item>
      )}
      {differences.map((difference, at) => {
        const { what, detail } = describe(difference, before.draft, after.draft);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list of differences is made anew as a whole
          <Item key={at} what={what}>
            {detail}
          </Item>
        );
      })}
    </ul>
  );
}

function Item({ what, children }: { what: string; children: ReactNode }) {
  return (
    <li>
      <span className={classes.what}>{what}</span>
      <div className={classes.detail}>{children}</div>
    </li>
  );
}

const scoringNames: Record<string, string> = {
  readout: 'Readout',
  prompt_version: 'Prompt',
  template: 'Chat template',
  order: 'Order',
  temperature: 'Temperature',
  configuration: 'Configuration',
};

function describe(
  difference: DraftDifference,
  before: DecisionDraft,
  after: DecisionDraft,
): { what: string; detail: ReactNode } {
  const several = Math.max(before.questions.length, after.questions.length) > 1;
  const of = (question: number): string => {
    if (!several) return '';
    const id = after.questions[question]?.id ?? before.questions[question]?.id;
    return ` of ${id ?? `question ${question + 1}`}`;
  };
  switch (difference.what) {
    case 'evidence-format':
      return { what: 'Evidence', detail: `${difference.before} became ${difference.after}` };
    case 'evidence-text':
      return { what: 'Evidence', detail: <WordDiff before={difference.before} after={difference.after} /> };
    case 'question-added':
      return { what: `Question added: ${difference.value.id}`, detail: <ins>{difference.value.question}</ins> };
    case 'question-removed':
      return { what: `Question removed: ${difference.value.id}`, detail: <del>{difference.value.question}</del> };
    case 'question-moved':
      return {
        what: `Place${of(difference.question)}`,
        detail: `${difference.before + 1} became ${difference.after + 1}`,
      };
    case 'question-id':
      return { what: `Id${of(difference.question)}`, detail: <WordDiff {...texts(difference)} /> };
    case 'question-text':
      return { what: `Question${of(difference.question)}`, detail: <WordDiff {...texts(difference)} /> };
    case 'question-kind':
      return { what: `Kind${of(difference.question)}`, detail: `${difference.before} became ${difference.after}` };
    case 'option-added':
      return {
        what: `Option added${of(difference.question)}`,
        detail: <ins>{sayOption(difference.option, difference.value.description)}</ins>,
      };
    case 'option-removed':
      return {
        what: `Option removed${of(difference.question)}`,
        detail: <del>{sayOption(difference.option, difference.value.description)}</del>,
      };
    case 'option-renamed':
      return { what: `Option renamed${of(difference.question)}`, detail: <WordDiff {...texts(difference)} /> };
    case 'option-moved':
      return {
        what: `Place of option ${difference.option}${of(difference.question)}`,
        detail: `${difference.before + 1} became ${difference.after + 1}`,
      };
    case 'option-description':
      return {
        what: `Description of ${difference.option}${of(difference.question)}`,
        detail: <WordDiff {...texts(difference)} />,
      };
    case 'scoring':
      return {
        what: scoringNames[difference.field] ?? difference.field,
        detail: `${difference.before ?? 'default'} became ${difference.after ?? 'default'}`,
      };
  }
}

function texts({ before, after }: { before: string; after: string }): { before: string; after: string } {
  return { before, after };
}

function sayOption(id: string, description: string): string {
  return description === '' ? id : `${id}: ${description}`;
}
