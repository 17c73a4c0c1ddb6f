import type { MixedReport } from '../../../workbench/statistics/mixed-sets.ts';
import { MIN_CASES_FOR_A_RATE } from '../../../workbench/statistics/proportions.ts';
import { NumberTable } from '../../charts/chart-frame.tsx';
import { formatInterval, formatNumber, formatSeconds, formatShare } from '../../charts/format-number.ts';
import { chanceWords, mixedLines } from './mixed-lines.ts';
import classes from './results.module.css';

/** Figures of a set whose samples bring their own questions, by type and by number of options. */
export function MixedTable({ report, why }: { report: MixedReport; why: string }) {
  return (
    <section className={classes.card} aria-labelledby="mixed-title">
      <h3 id="mixed-title" className={classes.title}>
        By type and number of options
      </h3>
      <p className={classes.sentence}>{chanceWords(report)}</p>
      <p className={classes.sentence}>{why}</p>
      <NumberTable
        caption="By type and number of options"
        table={{
          head: ['Samples', 'n', 'Right', 'Accuracy', '95 % interval', 'Guessing', 'Log loss', 'Brier', 'p50', 'p95'],
          rows: mixedLines(report).map(({ name, summary: { n, accuracy, chance, logLoss, brier, latency } }) => ({
            key: name,
            cells: [
              name,
              String(n),
              String(accuracy.successes),
              n < MIN_CASES_FOR_A_RATE ? '–' : formatShare(accuracy.rate),
              n < MIN_CASES_FOR_A_RATE ? '–' : formatInterval(accuracy),
              formatShare(chance),
              formatNumber(logLoss, 3),
              formatNumber(brier, 3),
              formatSeconds(latency.p50),
              formatSeconds(latency.p95),
            ],
          })),
        }}
      />
    </section>
  );
}
