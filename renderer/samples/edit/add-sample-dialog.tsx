import { Button, Group, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { SampleSetSummary } from '../../../workbench/contract/samples.ts';
import type { Sample, SampleEvidence } from '../../../workbench/samples/sample.ts';
import { useCurrentDecision, useDecisionQuestions } from '../decision-question.ts';
import { QuestionChoice } from '../question-choice.tsx';
import classes from './evidence-form.module.css';
import { EvidenceFields } from './evidence-form.tsx';
import { readEvidence } from './read-evidence.ts';

interface Props {
  summary: SampleSetSummary;
  onClose: () => void;
  /** Stores the sample; false when that failed, which was told. */
  onAdd: (sample: Sample) => Promise<boolean>;
}

const emptyEvidence: SampleEvidence = { format: 'text', text: '' };

/** One sample by hand. In a mixed set it takes its question from the decision on Decide. */
export function AddSampleDialog({ summary, onClose, onAdd }: Props) {
  const { set } = summary;
  const [evidence, setEvidence] = useState(emptyEvidence);
  const [id, setId] = useState(`hand-${summary.samples + 1}`);
  const [label, setLabel] = useState('');
  const [note, setNote] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [count, setCount] = useState(0);
  const questions = useDecisionQuestions(useCurrentDecision());
  const asked = questions.find(({ question_id }) => question_id === chosen) ?? questions[0];
  const question = set.binding.kind === 'bound' ? set.binding.question : (asked?.question ?? null);
  const read = readEvidence(evidence);
  const ready = read.evidence !== null && question !== null && id.trim() !== '';

  const add = async (more: boolean): Promise<void> => {
    if (read.evidence === null || question === null) return;
    const added = await onAdd({
      id: id.trim(),
      evidence: read.evidence,
      label: label === '' ? null : label,
      group: null,
      note,
      disputed: false,
      suggestion: null,
      question: set.binding.kind === 'bound' ? null : question,
      tags: {},
      origin: null,
    });
    if (!added) return;
    if (!more) return onClose();
    setCount(count + 1);
    setId(`hand-${summary.samples + 2}`);
    setEvidence({ ...emptyEvidence, format: evidence.format });
    setLabel('');
    setNote('');
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ready) void add(false);
  };

  return (
    <Modal opened onClose={onClose} title="Add a sample" size="lg">
      <form onSubmit={submit} className={classes.form}>
        {set.binding.kind === 'mixed' && <QuestionChoice questions={questions} chosen={asked} onChoose={setChosen} />}
        <EvidenceFields key={count} draft={evidence} onDraft={setEvidence} fault={read.fault} autoFocus />
        <Group grow align="flex-start">
          <NativeSelect
            label="Label"
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
            data={[
              { value: '', label: 'No label yet' },
              ...(question?.options.map((option) => ({ value: option.id, label: option.id })) ?? []),
            ]}
          />
          <TextInput
            label="Id"
            description={undefined}
            value={id}
            maxLength={500}
            onChange={(event) => setId(event.currentTarget.value)}
            error={id.trim() === '' ? 'A sample needs an id.' : undefined}
          />
        </Group>
        <Textarea
          mt="xs"
          label="Note"
          autosize
          minRows={1}
          maxRows={4}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="md" gap="sm">
          <Button variant="default" onClick={onClose}>
            {count === 0 ? 'Cancel' : 'Done'}
          </Button>
          <Button variant="default" disabled={!ready} onClick={() => void add(true)}>
            Add and write another
          </Button>
          <Button type="submit" disabled={!ready}>
            Add
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
