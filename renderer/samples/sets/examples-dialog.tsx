import { Modal, Text, UnstyledButton } from '@mantine/core';
import classes from './examples-dialog.module.css';

export interface SampleExample {
  file: string;
  name: string;
  about: string;
  samples: number;
}

interface Props {
  examples: readonly SampleExample[];
  onClose: () => void;
  onChoose: (file: string) => void;
}

/** The labelled sets that come with the workbench; choosing one makes a set of one's own. */
export function ExamplesDialog({ examples, onClose, onChoose }: Props) {
  return (
    <Modal opened onClose={onClose} title="Try labelled samples" size="lg">
      <ul className={classes.list}>
        {examples.map(({ file, name, about, samples }) => (
          <li key={file}>
            <UnstyledButton
              className={classes.example}
              onClick={() => {
                onClose();
                onChoose(file);
              }}
            >
              <Text size="sm" fw={600}>
                {name}, {samples} samples
              </Text>
              <Text size="xs" c="dimmed">
                {about}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
