import { Button, Checkbox, Group, Modal, Table, Text, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import { MAX_LEVELS, MAX_OPTIONS } from '../../../adapter/decision/decision-limits.ts';
import { parseOptionList } from '../draft/parse-option-list.ts';
import { useSession } from '../use-session.tsx';
import classes from './paste-dialog.module.css';

/** Rows of the preview; the count says how many there are in all. */
const MOST_SHOWN = 100;

/** Turns a pasted list into options, with a preview before anything changes. */
export function PasteDialog({ text: given, onClose }: { text: string; onClose: () => void }) {
  const { state, change } = useSession();
  const question = state.present.draft.questions[state.selected];
  const [text, setText] = useState(given);
  const onlyEmpty = question?.options.every((option) => option.id === '' && option.description === '') ?? true;
  const [replace, setReplace] = useState(onlyEmpty);
  const options = useMemo(() => parseOptionList(text), [text]);
  if (question === undefined) return null;
  const total = options.length + (replace ? 0 : question.options.length);
  const most = question.kind === 'score' ? MAX_LEVELS : MAX_OPTIONS;
  const tooMany = total > most;

  const apply = (): void => {
    change({ type: 'options-insert', question: state.selected, at: question.options.length, options, replace });
    onClose();
  };

  return (
    <Modal opened onClose={onClose} title="Paste a list of options" size="lg">
      <Textarea
        label="List"
        description="One option a line: “id: description”, id and description with a tab between, or a description alone. Bullets and numbers are dropped; JSON works too."
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        rows={7}
        data-autofocus
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.preview} aria-label="Preview" tabIndex={0}>
        {options.length === 0 ? (
          <Text size="sm" c="dimmed" p="sm">
            The options will be shown here before they are added.
          </Text>
        ) : (
          <Table stickyHeader verticalSpacing={3}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Id</Table.Th>
                <Table.Th scope="col">Description</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {options.slice(0, MOST_SHOWN).map((option) => (
                <Table.Tr key={option.id}>
                  <Table.Td fw={550}>{option.id}</Table.Td>
                  <Table.Td>{option.description}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </section>
      <Group justify="space-between" mt="md">
        <Checkbox
          label={`Replace the ${question.options.length} options there are`}
          checked={replace}
          onChange={(event) => setReplace(event.currentTarget.checked)}
        />
        <Group gap="sm">
          {tooMany && (
            <Text size="sm" c="var(--danger)" role="alert">
              {total} options; {most} are possible.
            </Text>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={apply} disabled={options.length === 0 || tooMany}>
            {replace ? 'Replace with' : 'Add'} {options.length}
          </Button>
        </Group>
      </Group>
    </Modal>
  );
}
