import { Checkbox, SimpleGrid } from '@mantine/core';
import type { UndoChoice } from '../../../workbench/deployment/plan/resource.ts';

const words: Readonly<Record<UndoChoice, string>> = {
  objects: 'Model and source in the bucket, and unfinished uploads',
  image: 'Image and repository',
  projects: 'Build projects',
  logs: 'Log groups',
  roles: 'Roles that we made',
  bucket: 'Bucket, if we made it and it is empty',
};
export const everyChoice = Object.keys(words) as UndoChoice[];

interface Props {
  choices: readonly UndoChoice[];
  onChange: (choices: UndoChoice[]) => void;
}

/** What is removed beside the endpoint, its scaling, its configuration and its model. */
export function UndoChoices({ choices, onChange }: Props) {
  return (
    <Checkbox.Group
      size="xs"
      label="Endpoint, its scaling, endpoint configuration and model are removed. Also remove:"
      value={[...choices]}
      onChange={(values) => onChange(everyChoice.filter((choice) => values.includes(choice)))}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing={10} mt={10}>
        {everyChoice.map((choice) => (
          <Checkbox key={choice} size="xs" value={choice} label={words[choice]} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
