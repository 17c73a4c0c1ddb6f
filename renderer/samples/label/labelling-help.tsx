import { Kbd } from '@mantine/core';
import classes from './labelling-help.module.css';

const keys: { keys: string[]; what: string }[] = [
  { keys: ['1', '…'], what: 'label, then on to the next' },
  { keys: ['⏎'], what: 'accept the suggestion' },
  { keys: ['Space'], what: 'skip' },
  { keys: ['J', 'K'], what: 'next, previous' },
  { keys: ['U'], what: 'next unlabelled' },
  { keys: ['M'], what: 'most uncertain' },
  { keys: ['D'], what: 'disputed' },
  { keys: ['N'], what: 'note' },
  { keys: ['⌫'], what: 'clear' },
  { keys: ['Esc'], what: 'end' },
];

/** The keys of labelling, in view as long as they act. */
export function LabellingHelp() {
  return (
    <ul className={classes.keys} aria-label="Keys while labelling">
      {keys.map(({ keys: pressed, what }) => (
        <li key={what}>
          {pressed.map((key) => (
            <Kbd key={key} size="xs">
              {key}
            </Kbd>
          ))}{' '}
          {what}
        </li>
      ))}
    </ul>
  );
}
