import { Button, Text, Textarea, TextInput } from '@mantine/core';
import { type RefObject, useState } from 'react';
import type { SampleRow } from '../../../workbench/contract/samples.ts';
import classes from './sample-facts.module.css';
import type { SamplePatch } from './sample-pane.tsx';

interface Props {
  row: SampleRow;
  note: RefObject<HTMLTextAreaElement | null>;
  onChange: (patch: SamplePatch, words: string) => void;
  onShowSample: (id: string) => void;
  onRemove: () => void;
}

/** Note, group, where it comes from, and samples with the same evidence. Fields are saved when they are left. */
export function SampleFacts({ row: { sample, equal_evidence }, note, onChange, onShowSample, onRemove }: Props) {
  const [noteText, setNoteText] = useFollowing(sample.note);
  const [group, setGroup] = useFollowing(sample.group ?? '');
  const tags = Object.entries(sample.tags);
  const saveGroup = (): void => {
    const named = group.trim() === '' ? null : group.trim();
    if (named !== sample.group) onChange({ group: named }, `change the group of ${sample.id}`);
  };
  return (
    <div className={classes.facts}>
      <div className={classes.fields}>
        <Textarea
          ref={note}
          size="xs"
          label="Note (N)"
          autosize
          minRows={1}
          maxRows={4}
          maxLength={20_000}
          value={noteText}
          onChange={(event) => setNoteText(event.currentTarget.value)}
          onBlur={() => noteText !== sample.note && onChange({ note: noteText }, `change the note of ${sample.id}`)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            event.currentTarget.blur();
          }}
        />
        <TextInput
          size="xs"
          label="Group"
          title="Samples of a group stay in one part"
          maxLength={1000}
          value={group}
          onChange={(event) => setGroup(event.currentTarget.value)}
          onBlur={saveGroup}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        />
      </div>
      {equal_evidence.length > 0 && (
        <div className={classes.equal}>
          <Text size="xs" fw={600}>
            Same evidence as
          </Text>
          {equal_evidence.slice(0, 10).map((id) => (
            <Button key={id} size="compact-xs" variant="subtle" onClick={() => onShowSample(id)}>
              {id}
            </Button>
          ))}
          {equal_evidence.length > 10 && <Text size="xs">and {equal_evidence.length - 10} more</Text>}
        </div>
      )}
      <div className={classes.foot}>
        <Text size="xs" c="dimmed">
          {sample.origin === null ? 'Added by hand' : `From ${sample.origin.file}, line ${sample.origin.line}`}
          {tags.map(([name, value]) => ` · ${name}: ${value}`)}
        </Text>
        <Button size="compact-xs" variant="subtle" color="red" onClick={onRemove}>
          Remove this sample
        </Button>
      </div>
    </div>
  );
}

/** A field's text, which follows what is stored when that changes, as by undo. */
function useFollowing(stored: string): [string, (text: string) => void] {
  const [text, setText] = useState(stored);
  const [seen, setSeen] = useState(stored);
  if (seen !== stored) {
    setSeen(stored);
    setText(stored);
  }
  return [text, setText];
}
