import { NumberTable } from '../charts/chart-frame.tsx';
import { formatShare } from '../charts/format-number.ts';
import { MeasureHelp } from '../charts/measure-help.tsx';
import classes from './trust-screen.module.css';

/** The threshold of each option; one without is never acted on. */
export function OptionThresholds({
  options,
  thresholds,
}: {
  options: readonly string[];
  thresholds: Record<string, number>;
}) {
  return (
    <>
      <h3 className={classes.subtitle}>
        <MeasureHelp measure="option_thresholds" />
      </h3>
      <NumberTable
        caption="Thresholds by option"
        table={{
          head: ['Option', 'Accept from'],
          rows: options.map((option) => {
            const from = thresholds[option];
            return {
              key: option,
              cells: [option, from === undefined ? 'not attainable: never accepted' : formatShare(from)],
            };
          }),
        }}
      />
    </>
  );
}
