import { Button, Text } from '@mantine/core';
import { countOf } from '../charts/format-number.ts';
import type { JudgedSample } from '../runs/join-run.ts';
import { judgedRow, RowEntry } from '../runs/row-entry.tsx';
import panel from '../runs/rows-panel.module.css';
import { useRowsPanel } from '../runs/rows-panel.tsx';
import classes from './trust-screen.module.css';

/** Shown without asking; the rest opens. */
const SHOWN = 5;

interface Props {
  /** Wrong and accepted, most confident first. */
  accepted: readonly JudgedSample[];
  /** All that is wrong, most confident first. */
  wrong: readonly JudgedSample[];
  setId: string;
  hueOf: (option: string) => number;
}

/** The mistakes that the rule lets through: sure, and wrong. */
export function ConfidentMistakes({ accepted, wrong, setId, hueOf }: Props) {
  const open = useRowsPanel();
  return (
    <section className={classes.card} aria-labelledby="mistakes-title">
      <h2 id="mistakes-title" className={classes.title}>
        Confident and wrong
      </h2>
      <p className={classes.sentence}>
        {wrong.length === 0
          ? 'Nothing is wrong among the labelled samples.'
          : `${countOf(accepted.length, 'mistake')} of ${wrong.length} would be accepted. The surest come first: look whether the label is right.`}
      </p>
      {accepted.length === 0 && wrong.length > 0 && (
        <Text size="sm" c="dimmed">
          The rule lets none through.
        </Text>
      )}
      <ul className={panel.list}>
        {accepted.slice(0, SHOWN).map((judged) => (
          <RowEntry key={judged.sample.id} row={judgedRow(judged)} setId={setId} hueOf={hueOf} />
        ))}
      </ul>
      {wrong.length > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          mt="xs"
          onClick={() => open({ title: 'Wrong, most confident first', rows: wrong.map((judged) => judgedRow(judged)) })}
        >
          All {wrong.length} that are wrong
        </Button>
      )}
    </section>
  );
}
