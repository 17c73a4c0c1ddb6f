import { Loader, Modal, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { faultOf } from '../../app/connection/fault-of.ts';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';
import { FaultCard } from '../../app/fault/fault-card.tsx';
import classes from './examples-dialog.module.css';

/** The examples that ship with the workbench; choosing one makes a decision of one's own. */
export function ExamplesDialog({ onClose, onChoose }: { onClose: () => void; onChoose: (file: string) => void }) {
  const { client } = useWorkbench();
  const examples = useQuery({ queryKey: ['examples'], queryFn: () => client.decisions.examples() });
  return (
    <Modal opened onClose={onClose} title="Start from an example" size="xl">
      {examples.isPending && <Loader size="sm" />}
      {examples.isError && <FaultCard fault={faultOf(examples.error)} />}
      <ul className={classes.list}>
        {examples.data?.map((example) => (
          <li key={example.file}>
            <UnstyledButton
              className={classes.example}
              onClick={() => {
                onChoose(example.file);
                onClose();
              }}
            >
              <Text size="sm" fw={600}>
                {example.name}
              </Text>
              <Text size="xs" c="dimmed">
                {example.about}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
