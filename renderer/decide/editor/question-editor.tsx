import { ActionIcon, SegmentedControl, TextInput, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { QuestionDraft } from '../../../workbench/contract/decision-document.ts';
import { notifyDone } from '../../app/notify.tsx';
import { useSession } from '../use-session.tsx';
import classes from './editor.module.css';
import { FieldFaultText } from './field-fault.tsx';
import { OptionList } from './option-list.tsx';
import { QuestionTabs } from './question-tabs.tsx';

const kinds: { value: QuestionDraft['kind']; label: string }[] = [
  { value: 'choice', label: 'Choice' },
  { value: 'yes-no', label: 'Yes / no' },
  { value: 'score', label: 'Score' },
];

/** What a question of each kind may read like; only seen while there is none. */
const placeholders: Record<QuestionDraft['kind'], string> = {
  choice: 'Which queue should handle this request?',
  'yes-no': 'Is the customer waiting for an answer?',
  score: 'How urgent is this request?',
};

/** The selected question: its words, its kind and its options. */
export function QuestionEditor() {
  const { state, change, faultAt, touch } = useSession();
  const { questions } = state.present.draft;
  const at = state.selected;
  const question = questions[at];
  if (question === undefined) return null;
  const path = `questions[${at}]`;
  const fault = faultAt(`${path}.question`, question.question);

  const choose = (value: string): void => {
    const kind = kinds.find((known) => known.value === value)?.value;
    if (kind === undefined) return;
    if (kind === 'yes-no' && question.options.length !== 2 && question.options.some((option) => option.id !== '')) {
      notifyDone('The options became yes and no. Undo brings them back.');
    }
    change({ type: 'question-kind', question: at, kind });
  };

  return (
    <section className={classes.section} aria-label={`Question ${at + 1}`}>
      <QuestionTabs />
      <textarea
        className={classes.question}
        aria-label="Question"
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : 'question-fault'}
        placeholder={placeholders[question.kind]}
        rows={1}
        onBlur={() => touch(`${path}.question`)}
        value={question.question}
        onChange={(event) => change({ type: 'question-text', question: at, text: event.currentTarget.value })}
      />
      <FieldFaultText id="question-fault" fault={fault} />
      <div className={classes.kindRow}>
        <SegmentedControl
          size="xs"
          aria-label="Kind of question"
          value={question.kind}
          onChange={choose}
          data={kinds}
        />
        <TextInput
          size="xs"
          className={classes.questionId}
          label="Id"
          labelProps={{ className: classes.inlineLabel }}
          classNames={{ root: classes.inlineRoot, error: classes.inlineError }}
          title="Names this question in results and exports; the model never sees it"
          value={question.id}
          error={faultAt(`${path}.id`)}
          onChange={(event) => change({ type: 'question-id', question: at, id: event.currentTarget.value })}
        />
        {questions.length > 1 && (
          <Tooltip label="Remove this question">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove question ${question.id}`}
              onClick={() => change({ type: 'question-remove', question: at })}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <OptionList question={question} at={at} />
    </section>
  );
}
