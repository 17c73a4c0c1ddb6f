import type { Sample } from '../../../workbench/samples/sample.ts';
import { OptionSwatch } from '../option-swatch.tsx';
import classes from './cells.module.css';

/** The label; where there is none, the suggestion in other type and with the word for it: it is no label. */
export function LabelCell({ sample: { label, suggestion } }: { sample: Sample }) {
  if (label !== null) {
    return (
      <span className={classes.label}>
        <OptionSwatch option={label} />
        <span className={classes.name}>{label}</span>
      </span>
    );
  }
  if (suggestion === null) return <span className={classes.none}>no label</span>;
  return <span className={classes.suggested}>suggested: {suggestion.label}</span>;
}
