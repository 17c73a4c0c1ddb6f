import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { type DraftPlace, type PlaceField, placeKinds, placeProblems } from './draft-place.ts';
import classes from './run-form.module.css';

interface Props {
  at: number;
  draft: DraftPlace;
  onChange: (change: Partial<DraftPlace>) => void;
  onRemove: () => void;
}

/** One place elsewhere of the form: what kind it is, where, and with whose key. */
export function PlaceRow({ at, draft, onChange, onRemove }: Props) {
  const problems = placeProblems(draft);
  // What nobody wrote yet is no mistake.
  const [left, setLeft] = useState<ReadonlySet<PlaceField>>(new Set());
  const field = (name: PlaceField, label: string, description?: string) => (
    <TextInput
      size="xs"
      label={label}
      description={description}
      value={draft[name]}
      error={left.has(name) ? problems[name] : undefined}
      onBlur={() => setLeft(new Set([...left, name]))}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <fieldset className={classes.configuration}>
      <legend className={classes.legend}>Elsewhere {at + 1}</legend>
      <ActionIcon
        className={classes.remove}
        variant="subtle"
        color="gray"
        aria-label={`Remove place elsewhere ${at + 1}`}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
      <NativeSelect
        size="xs"
        label="Scored by"
        value={draft.kind}
        data={[...placeKinds]}
        onChange={(event) => {
          const kind = placeKinds.find(({ value }) => value === event.currentTarget.value)?.value;
          if (kind !== undefined) onChange({ kind });
        }}
      />
      {draft.kind === 'endpoint' ? (
        <>
          {field('endpoint_name', 'Endpoint')}
          {field('region', 'Region')}
          {field('profile', 'AWS profile', 'Empty takes what the environment offers.')}
        </>
      ) : (
        <>
          {field('url', 'Address')}
          {draft.kind === 'system-one' && field('model', 'Model')}
          {field('key_variable', 'Variable with the key', 'Its name in the environment; the key is stored nowhere.')}
        </>
      )}
      {field('price', 'US dollars an hour', 'For the cost of 1,000 decisions. Empty for unknown.')}
    </fieldset>
  );
}
