import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { orderSchema, promptVersionSchema, readoutSchema } from '../../../adapter/configuration/scoring-settings.ts';
import type { SavedConfiguration } from '../../../workbench/contract/configurations.ts';
import { configurationLabel, configurationWords } from '../../decide/editor/configuration-words.ts';
import { orderWords, promptWords } from '../../decide/editor/scoring-words.ts';
import type { DraftConfiguration, Wording } from './draft-configuration.ts';
import classes from './run-form.module.css';

interface Props {
  at: number;
  draft: DraftConfiguration;
  models: { value: string; label: string; disabled: boolean }[];
  wordings: readonly Wording[];
  saved: readonly SavedConfiguration[];
  /** Why this one is refused; null when it is not. */
  fault: string | null;
  onChange: (change: Partial<DraftConfiguration>) => void;
  /** Absent for the only one. */
  onRemove: (() => void) | null;
}

/** One configuration of the form. */
export function ConfigurationRow({ at, draft, models, wordings, saved, fault, onChange, onRemove }: Props) {
  const under = saved.find(({ sha256 }) => sha256 === draft.configuration);
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
      {saved.length > 0 && (
        <Setting
          label="Saved as"
          value={draft.configuration}
          data={[
            { value: '', label: 'None' },
            ...saved.map((entry) => ({ value: entry.sha256, label: configurationLabel(entry) })),
          ]}
          onChange={(configuration) => onChange({ configuration })}
        />
      )}
      {under === undefined ? (
        <>
          <Setting
            label="Readout"
            value={draft.readout ?? ''}
            data={[
              { value: '', label: 'The model’s default' },
              { value: 'letters', label: 'Answer letters' },
              { value: 'texts', label: 'Option texts' },
            ]}
            onChange={(value) => {
              const readout = readoutSchema.safeParse(value);
              onChange({ readout: readout.success ? readout.data : null });
            }}
          />
          <Setting
            label="Prompt"
            disabled={texts}
            value={texts ? '' : (draft.prompt_version ?? '')}
            data={[{ value: '', label: texts ? 'Plain text (texts)' : 'Default' }, ...promptWords]}
            onChange={(value) => {
              const version = promptVersionSchema.safeParse(value);
              onChange({ prompt_version: version.success ? version.data : null });
            }}
          />
          <Setting
            label="Order"
            disabled={texts}
            value={texts ? 'as-given' : draft.order}
            data={orderSchema.options.map((order) => ({
              value: order,
              label: texts ? 'Not needed (texts)' : orderWords[order],
            }))}
            onChange={(value) => onChange({ order: orderSchema.parse(value) })}
          />
        </>
      ) : (
        <p className={classes.under}>{configurationWords(under.configuration)}</p>
      )}
      <Setting
        label="Wording"
        disabled={wordings.length === 0}
        value={draft.wording}
        data={[{ value: '', label: 'As in the set' }, ...wordings.map(({ key, label }) => ({ value: key, label }))]}
        onChange={(wording) => onChange({ wording })}
      />
    </fieldset>
  );
}

interface SettingProps {
  label: string;
  value: string;
  data: readonly { value: string; label: string }[];
  disabled?: boolean;
  onChange: (value: string) => void;
}

/** A choice with its name before it: beside each other two would be too narrow for their words. */
function Setting({ label, value, data, disabled = false, onChange }: SettingProps) {
  return (
    <NativeSelect
      size="xs"
      classNames={{
        root: classes.setting ?? '',
        label: classes.settingLabel ?? '',
        wrapper: classes.settingField ?? '',
      }}
      label={label}
      value={value}
      data={[...data]}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
