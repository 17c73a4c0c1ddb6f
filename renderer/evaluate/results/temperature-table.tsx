import { useMemo } from 'react';
import {
  type PartedRow,
  type TypeTemperature,
  temperatureWords,
} from '../../../workbench/statistics/temperature-by-type.ts';
import { FaultCard } from '../../app/fault/fault-card.tsx';
import { NumberTable } from '../../charts/chart-frame.tsx';
import { formatNumber } from '../../charts/format-number.ts';
import { useStatistics } from '../../statistics/use-statistics.ts';
import { typeWords } from './mixed-lines.ts';
import classes from './results.module.css';

// Any seed will do; a fixed one gives the same verdict each time the screen is opened.
const SEED = 1;

/** Temperature by question type of a mixed set: fitted on the tune part, judged on the test part. */
export function TemperatureTable({ rows }: { rows: PartedRow[] }) {
  const parts = new Set(rows.map(({ part }) => part)).size;
  const request = useMemo(
    () => (parts === 2 ? { kind: 'temperature-by-type' as const, rows, seed: SEED } : null),
    [rows, parts],
  );
  const { last, fault } = useStatistics<'temperature-by-type'>(request);
  const answer = request === null ? [] : (last?.answer ?? []);
  return (
    <section className={classes.card} aria-labelledby="temperature-title">
      <h3 id="temperature-title" className={classes.title}>
        Temperature by question type
      </h3>
      <p className={classes.sentence}>
        {parts === 2
          ? 'One temperature for all questions of a type, fitted on the tune part and judged on the test part by log loss. Above 1 the model is surer than it is right.'
          : 'It is fitted on one part of the samples and judged on the other: show all parts, with labelled samples in both.'}
      </p>
      {fault !== null && <FaultCard fault={fault} />}
      {answer.length > 0 && (
        <NumberTable
          caption="Temperature by question type"
          table={{
            head: ['Questions', 'Tune', 'Test', 'Temperature', 'Log loss before', 'After', 'Verdict'],
            rows: answer.map((one) => ({ key: one.type, cells: cellsOf(one) })),
          }}
        />
      )}
    </section>
  );
}

function cellsOf(one: TypeTemperature): string[] {
  return [
    typeWords[one.type] ?? one.type,
    String(one.tune),
    String(one.test),
    formatNumber(one.fitted?.temperature ?? null, 2),
    formatNumber(one.before, 3),
    formatNumber(one.after, 3),
    temperatureWords(one),
  ];
}
