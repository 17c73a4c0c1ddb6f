import { Radio } from '@mantine/core';
import classes from './choice-cards.module.css';

interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** What it is good for. */
  about: string;
}

interface Props<Value extends string> {
  label: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
}

/** One of a few, where each needs a sentence. */
export function ChoiceCards<Value extends string>({ label, value, choices, onChange }: Props<Value>) {
  return (
    <Radio.Group
      size="xs"
      label={label}
      value={value}
      onChange={(chosen) => {
        const choice = choices.find((entry) => entry.value === chosen);
        if (choice !== undefined) onChange(choice.value);
      }}
    >
      <div className={classes.cards}>
        {choices.map((choice) => (
          <Radio.Card key={choice.value} value={choice.value} className={classes.card} aria-label={choice.label}>
            <span className={classes.head}>
              <Radio.Indicator size="xs" />
              {choice.label}
            </span>
            <p className={classes.about}>{choice.about}</p>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
