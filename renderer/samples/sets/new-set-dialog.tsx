import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { FaultData } from '../../../adapter/fault.ts';
import type { SampleSetSummary } from '../../../workbench/contract/samples.ts';
import { useActionStore } from '../../app/actions/use-actions.tsx';
import { faultOf } from '../../app/connection/fault-of.ts';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';
import { FaultButton, FaultCard } from '../../app/fault/fault-card.tsx';
import { useCurrentDecision, useDecisionQuestions } from '../decision-question.ts';
import { QuestionChoice } from '../question-choice.tsx';

/** An empty set for a question of the decision on Decide. */
export function NewSetDialog({ onClose, onMade }: { onClose: () => void; onMade: (made: SampleSetSummary) => void }) {
  const { client } = useWorkbench();
  const actions = useActionStore();
  const questions = useDecisionQuestions(useCurrentDecision());
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState<string | null>(null);
  const [fault, setFault] = useState<FaultData | null>(null);
  const asked = questions.find(({ question_id }) => question_id === chosen) ?? questions[0];
  const named = name ?? (asked === undefined ? '' : `${asked.name} samples`);
  const question = asked?.question ?? null;

  const create = (event: FormEvent): void => {
    event.preventDefault();
    if (asked === undefined || question === null) return;
    const decision = { document_id: asked.document_id, question_id: asked.question_id };
    client.samples.create({ name: named.trim(), binding: { kind: 'bound', decision, question } }).then(
      (made) => {
        onClose();
        onMade(made);
      },
      (error) => setFault(faultOf(error)),
    );
  };

  return (
    <Modal opened onClose={onClose} title="New sample set for this decision">
      <form onSubmit={create}>
        <QuestionChoice questions={questions} chosen={asked} onChoose={setChosen} />
        {(asked === undefined || question === null) && (
          <FaultCard
            fault={{
              code: 'INVALID_REQUEST',
              message: asked === undefined ? 'There is no decision yet.' : 'The decision is not finished.',
              next: 'It needs a question and at least two options with different ids.',
              fields: [],
            }}
          >
            <FaultButton
              onClick={() => {
                onClose();
                actions.run('view.decide');
              }}
            >
              Go to Decide
            </FaultButton>
          </FaultCard>
        )}
        <TextInput
          mt="sm"
          label="Name of the set"
          value={named}
          maxLength={1000}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Text size="xs" c="dimmed" mt={6}>
          It begins empty. Add samples by hand, or import a file for the same decision.
        </Text>
        {fault !== null && <FaultCard fault={fault} />}
        <Group justify="flex-end" mt="md" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={question === null || named.trim() === ''}>
            Create
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
