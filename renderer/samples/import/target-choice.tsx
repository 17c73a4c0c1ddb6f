import { Radio, Stack, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ImportTarget } from '../../../workbench/samples/importing/import-choices.ts';
import type { SampleQuestion } from '../../../workbench/samples/sample.ts';
import type { Binding } from '../../../workbench/samples/sample-set.ts';
import type { DecisionQuestion } from '../decision-question.ts';
import { QuestionChoice } from '../question-choice.tsx';
import { NEW_QUESTION } from './import-state.ts';
import classes from './target-choice.module.css';

interface Props {
  target: ImportTarget;
  /** Questions of the decision on Decide. */
  questions: readonly DecisionQuestion[];
  /** What our own export says that its samples are bound to. */
  own: Binding | null;
  onTarget: (target: ImportTarget) => void;
}

/** What the imported samples are asked: the decision there is, one that the file says, a new one, or each its own. */
export function TargetChoice({ target, questions, own, onTarget }: Props) {
  const usable = questions.filter(({ question }) => question !== null);
  const chosen =
    (target.kind === 'bound' &&
      usable.find(
        ({ document_id, question_id }) =>
          document_id === target.decision?.document_id && question_id === target.decision.question_id,
      )) ||
    usable[0];
  const asFile =
    own?.kind === 'bound' ? { kind: 'bound' as const, decision: own.decision, question: own.question } : null;
  const isOwn =
    asFile !== null && target.kind === 'bound' && JSON.stringify(target.question) === JSON.stringify(asFile.question);
  const value = target.kind === 'bound' ? (isOwn ? 'own' : 'decision') : target.kind;

  const choose = (kind: string): void => {
    if (kind === 'own' && asFile !== null) onTarget(asFile);
    if (kind === 'decision') aim(chosen);
    if (kind === 'mixed') onTarget({ kind: 'mixed' });
    if (kind === 'new') onTarget({ kind: 'new', question: NEW_QUESTION });
  };
  const aim = (asked: DecisionQuestion | undefined): void => {
    if (asked === undefined || asked.question === null) return;
    const { document_id, question_id, question } = asked;
    onTarget({ kind: 'bound', decision: { document_id, question_id }, question });
  };

  return (
    <section>
      <Radio.Group value={value} onChange={choose} label="What are the samples asked?">
        <Stack gap={6} mt={6}>
          {asFile !== null && <Radio value="own" label={`What the file says: ${asFile.question.question}`} />}
          {chosen !== undefined && (
            <Radio value="decision" label={`The decision “${chosen.name}”`} description={sayAsked(chosen.question)} />
          )}
          <Radio
            value="new"
            label="A new decision, made of the file"
            description="Its options are those of the rows, or the different labels"
          />
          <Radio
            value="mixed"
            label="Each row its own question"
            description="For tests of many questions; confusion and per-option figures do not exist for these"
          />
        </Stack>
      </Radio.Group>
      {value === 'decision' && usable.length > 1 && (
        <div className={classes.detail}>
          <QuestionChoice
            questions={usable}
            chosen={chosen}
            onChoose={(id) => aim(usable.find(({ question_id }) => question_id === id))}
          />
        </div>
      )}
      {target.kind === 'new' && (
        <NewQuestion question={target.question} onQuestion={(question) => onTarget({ kind: 'new', question })} />
      )}
    </section>
  );
}

/** The words take effect when the field is left: the file is not read anew for every letter. */
function NewQuestion({ question, onQuestion }: { question: string; onQuestion: (question: string) => void }) {
  const [text, setText] = useState(question);
  useEffect(() => setText(question), [question]);
  return (
    <TextInput
      mt="xs"
      size="xs"
      label="Its question, unless the rows bring one"
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => onQuestion(text.trim() === '' ? NEW_QUESTION : text.trim())}
    />
  );
}

function sayAsked(question: SampleQuestion | null): string {
  if (question === null) return '';
  return `${question.question} Labels must be its options: ${question.options.map(({ id }) => id).join(', ')}`;
}
