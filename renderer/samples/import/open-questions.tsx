import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ImportChoices } from '../../../workbench/samples/importing/import-choices.ts';
import type { ImportQuestion } from '../../../workbench/samples/importing/import-report.ts';
import { readingNames } from '../../../workbench/samples/importing/label-readings.ts';
import { textEncodings } from '../../../workbench/samples/reading/text-encodings.ts';
import { sayCount } from '../say-count.ts';
import { encodingWords, separatorWords } from './file-words.ts';
import { ForeignLabels } from './foreign-labels.tsx';
import classes from './open-questions.module.css';

interface Props {
  questions: readonly ImportQuestion[];
  choices: ImportChoices;
  /** Option ids that labels can be given. */
  options: readonly string[];
  onChoose: (patch: Partial<ImportChoices>) => void;
}

/** What only a person can decide. Nothing is imported while one of these is open. */
export function OpenQuestions({ questions, choices, options, onChoose }: Props) {
  return (
    <section className={classes.questions} aria-label="Open questions" aria-live="polite">
      {questions.map((question) => (
        <div key={question.ask} className={classes.question}>
          {askOne(question, choices, options, onChoose)}
        </div>
      ))}
    </section>
  );
}

function askOne(
  asked: ImportQuestion,
  choices: ImportChoices,
  options: readonly string[],
  onChoose: Props['onChoose'],
): ReactNode {
  switch (asked.ask) {
    case 'encoding':
      return (
        <Asked title={`Is the text in ${encodingWords[asked.guess]}?`} about={asked.why}>
          {textEncodings.map((encoding) => (
            <Answer key={encoding} onClick={() => onChoose({ encoding })}>
              {encodingWords[encoding]}
            </Answer>
          ))}
        </Asked>
      );
    case 'separator':
      return (
        <Asked title="Which character separates the cells?" about="Several of them would give a table.">
          {asked.offered.map((separator) => (
            <Answer key={separator} onClick={() => onChoose({ separator })}>
              {separatorWords[separator]}
            </Answer>
          ))}
        </Asked>
      );
    case 'question':
      return (
        <Asked title="Which of the questions is imported?" about="The rows bring several.">
          {asked.offered.map(({ id, count, labelled }) => (
            <Answer key={id} onClick={() => onChoose({ question: id })}>
              {id}: {sayCount(count, 'row')}, {labelled.toLocaleString('en')} labelled
            </Answer>
          ))}
        </Asked>
      );
    case 'annotations':
      return (
        <Asked
          title={`People disagree on ${sayCount(asked.disagreements, 'sample')}. Which label counts?`}
          about={`They are marked as disputed in any case. ${sayLines(asked.lines)}`}
        >
          <Answer onClick={() => onChoose({ annotations: 'majority' })}>The majority’s</Answer>
          <Answer onClick={() => onChoose({ annotations: 'first' })}>The first one</Answer>
          <Answer onClick={() => onChoose({ annotations: 'skip' })}>None: leave them unlabelled</Answer>
        </Asked>
      );
    case 'reading':
      return (
        <Radio.Group
          label="How are the labels to be read?"
          description={`${sayCount(asked.total, 'label')} in the column; more than one way of reading fits them.`}
          value={choices.reading ?? ''}
          onChange={(value) => onChoose({ reading: asked.offered.find(({ reading }) => reading === value)?.reading })}
        >
          <Stack gap={8} mt={8}>
            {asked.offered.map(({ reading, fits, classes: counts }) => (
              <Radio
                key={reading}
                value={reading}
                label={`As ${readingNames[reading]}`}
                description={`fits ${fits.toLocaleString('en')} of ${asked.total.toLocaleString('en')}: ${counts
                  .slice(0, 6)
                  .map(({ option, count }) => `${option} ${count.toLocaleString('en')}`)
                  .join(', ')}`}
              />
            ))}
          </Stack>
        </Radio.Group>
      );
    case 'ignore-case-and-space':
      return (
        <Asked
          title={`${sayCount(sum(asked.labels), 'label')} would be an option but for case or white space. Take ${sum(asked.labels) === 1 ? 'it' : 'them'} for it?`}
          about={asked.labels
            .slice(0, 6)
            .map(({ text, option, count }) => `“${text}” for ${option} (${count})`)
            .join(', ')}
        >
          <Answer onClick={() => onChoose({ ignore_case_and_space: true })}>Yes</Answer>
          <Answer onClick={() => onChoose({ ignore_case_and_space: false })}>No, it is another label</Answer>
        </Asked>
      );
    case 'labels':
      return (
        <ForeignLabels
          labels={asked.labels}
          options={options}
          onDecide={(decided) => onChoose({ labels: [...choices.labels, ...decided] })}
        />
      );
    case 'target':
      return <Asked title="What are the samples asked?" about={asked.why} />;
    case 'leave-out-faulty':
      return (
        <Asked
          title={`${sayCount(asked.count, 'row')} cannot be used. Import without ${asked.count === 1 ? 'it' : 'them'}?`}
          about="The report says which, and why. Otherwise correct the file and read it again."
        >
          <Answer onClick={() => onChoose({ leave_out_faulty: true })}>
            Leave out {asked.count.toLocaleString('en')}
          </Answer>
        </Asked>
      );
  }
}

function Asked({ title, about, children }: { title: string; about: string; children?: ReactNode }) {
  return (
    <>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Text size="xs" c="dimmed">
        {about}
      </Text>
      {children !== undefined && (
        <Group gap="xs" mt={6}>
          {children}
        </Group>
      )}
    </>
  );
}

function Answer({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button size="compact-sm" variant="default" onClick={onClick}>
      {children}
    </Button>
  );
}

function sum(counted: readonly { count: number }[]): number {
  return counted.reduce((total, { count }) => total + count, 0);
}

function sayLines(lines: readonly number[]): string {
  return lines.length === 0 ? '' : `Lines ${lines.join(', ')}.`;
}
