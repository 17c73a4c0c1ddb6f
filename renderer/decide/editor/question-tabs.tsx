import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { MAX_DECISIONS } from '../../../adapter/decision/decision-limits.ts';
import { useSession } from '../use-session.tsx';
import classes from './question-tabs.module.css';

/** The questions on this evidence; the selected one is edited below. */
export function QuestionTabs() {
  const { state, change, select, faults } = useSession();
  const { questions } = state.present.draft;
  return (
    <div className={classes.bar}>
      <h2 className={classes.title}>{questions.length === 1 ? 'Question' : 'Questions'}</h2>
      {questions.length > 1 && (
        <ul className={classes.tabs} aria-label="Questions">
          {questions.map((question, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a question has no other lasting key, and every field is controlled
            <li key={at}>
              <UnstyledButton
                className={classes.tab}
                aria-current={at === state.selected ? 'true' : undefined}
                onClick={() => select(at)}
              >
                {question.id === '' ? `question ${at + 1}` : question.id}
                {faults.some((fault) => fault.path.startsWith(`questions[${at}]`)) && (
                  <span className={classes.mark} title="Something is missing">
                    !
                  </span>
                )}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      <Tooltip label="Add a question on this evidence">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Add a question on this evidence"
          disabled={questions.length >= MAX_DECISIONS}
          onClick={() => change({ type: 'question-add' })}
        >
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
