import { NativeSelect, Text } from '@mantine/core';
import type { DecisionQuestion } from './decision-question.ts';

interface Props {
  questions: readonly DecisionQuestion[];
  chosen: DecisionQuestion | undefined;
  onChoose: (questionId: string) => void;
}

/** Which of a decision's questions is meant; its words and options in any case. */
export function QuestionChoice({ questions, chosen, onChoose }: Props) {
  return (
    <>
      {questions.length > 1 && (
        <NativeSelect
          label="Question of the decision"
          value={chosen?.question_id ?? ''}
          onChange={(event) => onChoose(event.currentTarget.value)}
          data={questions.map(({ question_id }) => ({ value: question_id, label: question_id }))}
        />
      )}
      {chosen?.question != null && (
        <>
          <Text size="sm" fw={600} mt={questions.length > 1 ? 'xs' : 0}>
            {chosen.question.question}
          </Text>
          <Text size="xs" c="dimmed" lineClamp={3}>
            {chosen.question.options.map(({ id }) => id).join(' · ')}
          </Text>
        </>
      )}
    </>
  );
}
