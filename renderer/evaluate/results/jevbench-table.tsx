import type { JevBenchReport } from '../../../workbench/statistics/jevbench.ts';
import { MIN_CASES_FOR_A_RATE, type Proportion } from '../../../workbench/statistics/proportions.ts';
import { NumberTable } from '../../charts/chart-frame.tsx';
import { countOf, formatInterval, formatSeconds, formatShare } from '../../charts/format-number.ts';
import classes from './results.module.css';

/** The report by the benchmark's own rules, where the samples are its tasks and each was tried once. */
export function JevBenchTable({ report }: { report: JevBenchReport }) {
  const { all, failed, bySplit, byType, p50, p95 } = report;
  return (
    <section className={classes.card} aria-labelledby="jevbench-title">
      <h3 id="jevbench-title" className={classes.title}>
        By the rules of JevBench
      </h3>
      <p className={classes.sentence}>
        {all.successes} of {countOf(all.total, 'task')} right. Each was asked once, one after the other; {failed} failed
        and {failed === 1 ? 'counts' : 'count'} as wrong; of equal probabilities the label that sorts first is the
        answer. Half took at most {formatSeconds(p50)}, 95 % at most {formatSeconds(p95)}.
      </p>
      <NumberTable
        caption="By the rules of JevBench"
        table={{
          head: ['Tasks', 'n', 'Right', 'Accuracy', '95 % interval'],
          rows: [
            row('all', all),
            ...bySplit.map(({ name, accuracy }) => row(`split ${name}`, accuracy)),
            ...byType.map(({ name, accuracy }) => row(`type ${name}`, accuracy)),
          ],
        }}
      />
    </section>
  );
}

function row(name: string, accuracy: Proportion) {
  const few = accuracy.total < MIN_CASES_FOR_A_RATE;
  const cells = [
    name,
    String(accuracy.total),
    String(accuracy.successes),
    few ? '–' : formatShare(accuracy.rate),
    few ? '–' : formatInterval(accuracy),
  ];
  return { key: name, cells };
}
