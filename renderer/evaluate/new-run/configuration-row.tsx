import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { orderSchema, promptVersionSchema, readoutSchema } from '../../../adapter/configuration/scoring-settings.ts';
import { orderWords, promptWords } from '../../decide/editor/scoring-words.ts';
import type { DraftConfiguration, Wording } from './draft-configuration.ts';
import classes from './run-form.module.css';

interface Props {
  at: number;
  draft: DraftConfiguration;
  models: { value: string; label: string; disabled: boolean }[];
  wordings: readonly Wording[];
  /** Why this one is refused; null when it is not. */
  fault: string | null;
  onChange: (change: Partial<DraftConfiguration>) => void;
  /** Absent for the only one. */
  onRemove: (() => void) | null;
}

/** One configuration of the form. */
export function ConfigurationRow({ at, draft, models, wordings, fault, onChange, onRemove }: Props) {
  const texts = draft.readout === 'texts';
  return (
    <fieldset className={classes.configuration}>
      <legend className={classes.legend}>Configuration {at + 1}</legend>
      {onRemove !== null && (
        <ActionIcon
          className={classes.remove}
          variant="subtle"
          color="gray"
          aria-label={`Remove configuration ${at + 1}`}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
      <NativeSelect
        size="xs"
        label="Model file"
        value={draft.model_path}
        error={fault}
        data={models}
        onChange={(event) => onChange({ model_path: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <NativeSelect
          size="xs"
          label="Readout"
          value={draft.readout ?? ''}
          data={[
            { value: '', label: 'Default' },
            { value: 'letters', label: 'Answer letters' },
            { value: 'texts', label: 'Option texts' },
          ]}
          onChange={(event) => {
            const readout = readoutSchema.safeParse(event.currentTarget.value);
            onChange({ readout: readout.success ? readout.data : null });
          }}
        />
        <NativeSelect
          size="xs"
          label="Prompt"
          disabled={texts}
          value={texts ? '' : (draft.prompt_version ?? '')}
          data={[{ value: '', label: texts ? 'Plain text (texts)' : 'Default' }, ...promptWords]}
          onChange={(event) => {
            const version = promptVersionSchema.safeParse(event.currentTarget.value);
            onChange({ prompt_version: version.success ? version.data : null });
          }}
        />
        <NativeSelect
          size="xs"
          label="Order"
          disabled={texts}
          value={texts ? 'as-given' : draft.order}
          data={orderSchema.options.map((order) => ({
            value: order,
            label: texts ? 'Not needed (texts)' : orderWords[order],
          }))}
          onChange={(event) => onChange({ order: orderSchema.parse(event.currentTarget.value) })}
        />
        <NativeSelect
          size="xs"
          label="Wording"
          disabled={wordings.length === 0}
          value={draft.wording}
          data={[{ value: '', label: 'As in the set' }, ...wordings.map(({ key, label }) => ({ value: key, label }))]}
          onChange={(event) => onChange({ wording: event.currentTarget.value })}
        />
      </div>
    </fieldset>
  );
}
