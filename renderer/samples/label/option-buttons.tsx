import { Kbd, TextInput, UnstyledButton } from '@mantine/core';
import { type RefObject, useState } from 'react';
import { foldText } from '../../../workbench/samples/find-duplicates.ts';
import type { Sample, SampleOption } from '../../../workbench/samples/sample.ts';
import { OptionSwatch } from '../option-swatch.tsx';
import { optionKeys, printKey } from './label-keys.ts';
import classes from './option-buttons.module.css';

/** From here on, options are also found by their name. */
const FIND_FROM = 12;

interface Props {
  options: readonly SampleOption[];
  sample: Sample;
  onLabel: (option: string) => void;
  find: RefObject<HTMLInputElement | null>;
  /** Whether the keys act now; they are shown in any case, so that nothing moves. */
  keys: boolean;
}

/** Every option with its key, always in the same place. */
export function OptionButtons({ options, sample, onLabel, find, keys }: Props) {
  const [words, setWords] = useState('');
  const folded = foldText(words);
  const matching = options.filter(({ id, description }) => foldText(`${id} ${description}`).includes(folded));
  const label = (option: string): void => {
    setWords('');
    onLabel(option);
  };
  return (
    <div className={classes.options}>
      {options.length >= FIND_FROM && (
        <TextInput
          ref={find}
          size="xs"
          className={classes.find}
          aria-label="Find an option"
          placeholder="Find an option; Enter takes the first"
          leftSection={<Kbd size="xs">/</Kbd>}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = matching;
            if (event.key === 'Enter' && words !== '' && first !== undefined) {
              event.preventDefault();
              event.currentTarget.blur();
              label(first.id);
            }
            if (event.key === 'Escape') {
              event.preventDefault();
              setWords('');
              event.currentTarget.blur();
            }
          }}
        />
      )}
      <ul className={classes.list} aria-label="Options">
        {options.map((option, place) => {
          const key = optionKeys[place];
          const suggested = sample.label === null && sample.suggestion?.label === option.id;
          return (
            <li key={option.id}>
              <UnstyledButton
                className={classes.option}
                aria-pressed={sample.label === option.id}
                aria-keyshortcuts={keys ? key : undefined}
                data-suggested={suggested || undefined}
                data-faint={(words !== '' && !matching.includes(option)) || undefined}
                title={option.description}
                onClick={() => label(option.id)}
              >
                <Kbd size="xs" className={classes.key} data-off={!keys || undefined}>
                  {key === undefined ? '·' : printKey(key)}
                </Kbd>
                <OptionSwatch option={option.id} />
                <span className={classes.words}>
                  <span className={classes.name}>{option.id}</span>
                  {option.description !== '' && <span className={classes.description}>{option.description}</span>}
                </span>
                {suggested && <span className={classes.hint}>suggested</span>}
                {sample.label === option.id && <span className={classes.hint}>label</span>}
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
