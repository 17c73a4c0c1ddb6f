import { Text } from '@mantine/core';
import type { ImportReport, Listed } from '../../../workbench/samples/importing/import-report.ts';
import { OptionSwatch } from '../option-swatch.tsx';
import { sayCount } from '../say-count.ts';
import classes from './report-view.module.css';

/** Every row of the file is accounted for here, before anything is stored. */
export function ReportView({ report }: { report: ImportReport }) {
  const { faults, duplicates, reading, classes: counts, notes } = report;
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <section aria-labelledby="import-report-title">
      <h2 id="import-report-title" className={classes.title}>
        Report
      </h2>
      <dl className={classes.facts}>
        <Fact name="Rows read" count={report.rows_read} />
        <Fact name="Samples" count={report.used} strong />
        <Fact name="Labelled" count={report.labelled} />
        <Fact name="Without a label" count={report.unlabelled} />
        <Fact name="Refused" count={faults.count} warns={faults.count > 0} />
        <Fact name="Duplicates, dropped" count={duplicates.count} />
        <Fact name="Same evidence, kept" count={report.equal_evidence} />
        <Fact name="Disputed" count={report.disputed} />
        {report.blank > 0 && <Fact name="Blank rows" count={report.blank} />}
        {report.replaced > 0 && <Fact name="Replaced by a later row" count={report.replaced} />}
        {report.merged > 0 && <Fact name="Put together" count={report.merged} />}
      </dl>
      {report.used > 0 && report.labelled === 0 && (
        <Text size="xs" c="var(--warning)" mt={4}>
          No sample gets a label: no column is taken as the label, or it is empty. Choose one under Columns, or label
          them here later.
        </Text>
      )}
      {reading !== null && (
        <Text size="xs" c={reading.guessed ? 'var(--warning)' : 'dimmed'} mt={4}>
          {reading.guessed ? 'Guessed over the whole column: ' : ''}Labels are {reading.name}; this fits{' '}
          {reading.fits.toLocaleString('en')} of {reading.total.toLocaleString('en')}.
        </Text>
      )}
      {counts.length > 0 && (
        <>
          <h3 className={classes.subtitle}>Labels by option</h3>
          <ul className={classes.classes} aria-label="Labels by option">
            {counts.map(({ option, count }) => (
              <li key={option} className={classes.class}>
                <OptionSwatch option={option} />
                <span className={classes.option}>{option}</span>
                <span className={classes.track} aria-hidden="true">
                  <span className={classes.bar} style={{ width: `${(count / most) * 100}%` }} />
                </span>
                <span className={classes.number}>{count.toLocaleString('en')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Places title="Refused rows" listed={faults} opened={report.used === 0}>
        {({ line, column, message }) => `Line ${line}${column === null ? '' : `, column ${column}`}: ${message}`}
      </Places>
      <Places title="Dropped duplicates" listed={duplicates}>
        {({ id, line, first_line }) => `Line ${line}: ${id} stands in line ${first_line} already.`}
      </Places>
      {notes.length > 0 && (
        <>
          <h3 className={classes.subtitle}>To be known</h3>
          <ul className={classes.places}>
            {notes.map(({ code, text, count, lines }) => (
              <li key={code}>
                {sayCount(count, 'time')}: {text} {lines.length === 1 ? 'Line' : 'Lines'} {lines.join(', ')}
                {count > lines.length ? '…' : ''}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Fact({ name, count, strong, warns }: { name: string; count: number; strong?: boolean; warns?: boolean }) {
  return (
    <div className={classes.fact} data-strong={strong} data-warns={warns || undefined}>
      <dt>{name}</dt>
      <dd>{count.toLocaleString('en')}</dd>
    </div>
  );
}

interface PlacesProps<T> {
  title: string;
  listed: Listed<T>;
  /** Shown from the start: it is why nothing can be imported. */
  opened?: boolean;
  children: (place: T) => string;
}

/** Places of the file, the first of them by line. */
function Places<T extends { line: number }>({ title, listed, opened = false, children }: PlacesProps<T>) {
  if (listed.count === 0) return null;
  return (
    <details className={classes.details} open={opened || undefined}>
      <summary className={classes.subtitle}>
        {title} ({listed.count.toLocaleString('en')})
      </summary>
      <ul className={classes.places}>
        {listed.first.map((place) => {
          const words = children(place);
          return <li key={words}>{words}</li>;
        })}
        {listed.count > listed.first.length && (
          <li>and {(listed.count - listed.first.length).toLocaleString('en')} more</li>
        )}
      </ul>
    </details>
  );
}
